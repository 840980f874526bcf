import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as nodeCrc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKeyring } from '#server/platform/keys/installation-key.ts'
import { sevenZip } from '#test/exports.open.ts'
import { checkSealed } from './check.ts'
import { crc32, sha256 } from './verify.page.ts'
import { nodeKit } from './kit.ts'
import { sealFiles } from './seal.ts'
import type { Bytes, Entry, Report } from './sealed.types.ts'
import { layoutZip, readZip } from './zip.ts'

let folder: string
let zip: Buffer
let original: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-sealed-'))
  original = randomBytes(3_000_000)
  const originalPath = join(folder, 'original.mp4')
  await writeFile(originalPath, original)
  await writeFile(join(folder, 'clip'), 'the bytes of a clip, and some more of them')
  await writeFile(
    join(folder, 'log'),
    logOf([
      { seq: 7, action: 'video.uploaded' },
      { seq: 9, action: 'video.moved' },
    ]),
  )
  await sealFiles(
    {
      kind: 'evidence_pack',
      software: 'Venire test',
      about: { note: 'ü' },
      files: [
        { path: join(folder, 'clip'), name: 'clips/001.mp4' },
        { path: join(folder, 'log'), name: 'custody-log.jsonl' },
      ],
      originals: [{ path: originalPath, filename: 'day-1.mp4', videoId: 'v1', sha256: hex(original) }],
      folder,
      keyFolder: folder,
      out: join(folder, 'pack.zip'),
    },
    () => {},
  )
  zip = await readFile(join(folder, 'pack.zip'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function logOf(events: { seq: number; action: string }[]): string {
  let previousHash = '0'.repeat(64)
  const lines: string[] = []
  for (let seq = events[0]!.seq; seq <= events.at(-1)!.seq; seq++) {
    const found = events.find((each) => each.seq === seq)
    if (!found) {
      previousHash = hex(Buffer.from(String(seq)))
      lines.push(JSON.stringify({ kind: 'link', chain: 'c', seq, hash: previousHash }))
      continue
    }
    const event = {
      chain: 'c',
      seq,
      at: '2026-11-21T08:00:00.000Z',
      actorId: null,
      ip: null,
      action: found.action,
      entity: 'video',
      entityId: 'v1',
      caseId: null,
      details: '{}',
      reason: null,
      previousHash,
    }
    previousHash = hex(Buffer.from(JSON.stringify(Object.values(event))))
    lines.push(JSON.stringify({ kind: 'event', ...event, hash: previousHash }))
  }
  return `${lines.join('\n')}\n`
}

const bytesOf = (buffer: Buffer): Bytes => ({
  size: buffer.length,
  read: async (start, end) => Buffer.from(buffer.subarray(start, Math.min(end, buffer.length))),
})
async function check(bytes: Buffer, originals: Entry[] = []): Promise<Report | string> {
  try {
    return await checkSealed(await readZip(bytesOf(bytes), nodeKit), originals, nodeKit)
  } catch (error) {
    return (error as Error).message
  }
}
const given = (bytes: Buffer): Entry => ({ name: 'day-1.mp4', ...bytesOf(bytes) })

test('an unchanged pack has no faults, and other programs open it', async () => {
  const report = await check(zip, [given(original)])
  expect(report).toMatchObject({
    kind: 'evidence_pack',
    signedBy: (await readKeyring(folder)).current.fingerprint,
    signatureChecked: true,
    faults: [],
    notGiven: [],
    checked: { files: 2, events: 2, originals: 1 },
  })
  expect(execFileSync(sevenZip, ['t', join(folder, 'pack.zip')]).toString()).toContain('Everything is Ok')
})

test('finds every changed byte anywhere in the zip', async () => {
  const unnoticed: number[] = []
  for (let at = 0; at < zip.length; at++) {
    const changed = Buffer.from(zip)
    changed[at]! ^= 1 << (at % 8)
    const report = await check(changed)
    const isNamed =
      typeof report === 'string'
        ? /(end|directory|repacked|encrypted)/.test(report)
        : report.faults.some(({ byte }) => byte !== null)
    if (!isNamed) unnoticed.push(at)
  }
  expect(unnoticed).toEqual([])
})

test('names the file, the position, and the original byte', async () => {
  const at = zip.indexOf('some more')
  const changed = Buffer.from(zip)
  changed[at] = 'S'.charCodeAt(0)
  expect(await check(changed)).toMatchObject({
    faults: [{ path: 'clips/001.mp4', byte: 25, message: 'clips/001.mp4: byte 25 was 0x73 and is 0x53' }],
  })
})

test('names a changed byte in an original, and an unrelated file', async () => {
  const changed = Buffer.from(original)
  changed[2_345_678]! ^= 0x10
  expect(await check(zip, [given(changed)])).toMatchObject({
    faults: [{ byte: 2_345_678, message: expect.stringContaining('day-1.mp4: byte 2,345,678 was') }],
  })
  expect(await check(zip, [{ ...given(Buffer.from('x')), name: 'other.mp4' }])).toMatchObject({
    faults: [{ message: 'other.mp4 is not one of the originals in the manifest' }],
    notGiven: ['day-1.mp4'],
  })
})

test('names a rewritten custody event, even with a matching hash', async () => {
  const text = await readFile(join(folder, 'log'), 'utf8')
  async function* lines(of: string) {
    yield* of.trim().split('\n')
  }
  const findFaults = async (of: string) => (await nodeKit.checkCustody(lines(of), nodeKit)).faults
  expect(await findFaults(text)).toEqual([])
  expect(await findFaults(text.replace('video.moved', 'video.gone'))).toEqual([
    'event 9 of the custody log was changed: its hash does not match its contents',
  ])
  const [first, ...rest] = text.trim().split('\n')
  expect(await findFaults([first, rest[1]].join('\n'))).toContain(
    'event 9 of the custody log does not follow event 7: an event was removed or inserted',
  )
  const event = JSON.parse(rest[1]!) as Record<string, unknown>
  event.previousHash = 'f'.repeat(64)
  const { kind: _, hash: __, ...body } = event
  event.hash = hex(Buffer.from(JSON.stringify(Object.values(body))))
  expect(await findFaults([first, rest[0], JSON.stringify(event)].join('\n'))).toEqual([
    'event 9 of the custody log does not match the hash of the event before it',
  ])
})

test('stops reading a custody log that has nothing but faults', async () => {
  let read = 0
  async function* lines() {
    for (; read < 1_000_000; read++) yield ''
  }
  const { faults } = await nodeKit.checkCustody(lines(), nodeKit)
  expect([read, faults.length, faults.at(-1)]).toEqual([
    1000,
    1001,
    'the custody log was not checked from line 1001 on',
  ])
})

test('stops reading a manifest of line breaks', async () => {
  let read = 0
  async function* lines() {
    yield '{'
    for (; read < 2_000_000; read++) yield ''
  }
  const reading = async () => {
    for await (const event of nodeKit.readManifest(lines())) expect(event).toBeNull()
  }
  await expect(reading()).rejects.toThrow(SyntaxError)
  expect(read).toBe(1_000_000)
})

test.each(['null', '7', '"x"'])('names a custody line that holds %s', async (line) => {
  async function* lines() {
    yield line
  }
  expect((await nodeKit.checkCustody(lines(), nodeKit)).faults).toEqual(['line 1 of the custody log cannot be read'])
})

test('names an added file and a missing one', async () => {
  const { entries } = await readZip(bytesOf(zip), nodeKit)
  const report = await checkSealed(
    {
      entries: [
        ...entries.filter(({ name }) => name !== 'clips/001.mp4'),
        { name: 'extra.txt', ...bytesOf(Buffer.from('x')) },
      ],
      faults: [],
    },
    [],
    nodeKit,
  )
  expect(report.faults.map(({ message }) => message)).toEqual([
    'clips/001.mp4 is missing',
    'extra.txt was added: it is not in the manifest',
  ])
})

test("reads an earlier version's manifest", async () => {
  const { entries } = await readZip(bytesOf(zip), nodeKit)
  const manifest = entries.find(({ name }) => name === 'manifest.json')!
  const text = `${JSON.stringify(JSON.parse(new TextDecoder().decode(await manifest.read(0, manifest.size))), null, 1)}\n`
  const bytes = Buffer.from(text)
  const block = { sha256: hex(bytes), crc32: nodeCrc32(bytes) }
  const seal = Buffer.from(JSON.stringify({ sizeBytes: bytes.length, sha256: hex(bytes), blocks: [block] }))
  const older: Entry[] = [
    ...entries.filter(({ name }) => !name.startsWith('manifest')).map((entry) => ({ ...entry })),
    { name: 'manifest.json', ...bytesOf(bytes) },
    { name: 'manifest.seal.json', ...bytesOf(seal) },
  ]
  const report = await checkSealed({ entries: older, faults: [] }, [given(original)], nodeKit)
  expect(report).toMatchObject({ faults: [], signedBy: null, checked: { files: 2, events: 2, originals: 1 } })
})

test('reads a manifest of half a million blocks a mebibyte at a time', async () => {
  const blocks = 500_000
  const line = `{"sha256":"${'a'.repeat(64)}","crc32":1},\n`
  const start =
    '{"format":"venire-sealed-1","kind":"case_archive","software":"","about":{},"blockBytes":1048576,\n"originals": [\n{"filename":"f","videoId":"v","blocks":[\n'
  const end = `{"sha256":"","crc32":0}\n],"sizeBytes":1,"sha256":"${'b'.repeat(64)}"}\n],\n"files": [\n]}\n`
  const size = start.length + blocks * line.length + end.length
  let longest = 0
  const manifest: Entry = {
    name: 'manifest.json',
    size,
    async read(from, to) {
      longest = Math.max(longest, to - from)
      const first = Math.max(0, Math.floor((from - start.length) / line.length))
      const last = Math.min(blocks, Math.ceil((to - start.length) / line.length))
      const text =
        (from < start.length ? start : '') + line.repeat(Math.max(0, last - first)) + (last === blocks ? end : '')
      const offset = from < start.length ? from : from - start.length - first * line.length
      return Buffer.from(text.slice(offset, offset + to - from))
    },
  }
  const seal = { name: 'manifest.seal.json', ...bytesOf(Buffer.from('{}')) }
  const report = await checkSealed({ entries: [manifest, seal], faults: [] }, [], nodeKit)
  expect(report).toMatchObject({ kind: 'case_archive', notGiven: ['f'] })
  expect(longest).toBeLessThanOrEqual(1_048_576)
})

test("the page's hash and checksum match Node's", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_001]) {
    const bytes = randomBytes(length)
    const hash = sha256()
    for (let at = 0; at < length; at += 37) hash.update(bytes.subarray(at, at + 37))
    expect([length, hash.hex(), crc32(bytes)]).toEqual([length, hex(bytes), nodeCrc32(bytes)])
  }
})

test('reads back sizes beyond 4 GiB and many entries', async () => {
  const entries = [
    { name: 'a', size: 5 * 2 ** 30, crc32: 1 },
    { name: 'b', size: 10, crc32: 2 },
    ...Array.from({ length: 70_000 }, (_, index) => ({ name: `c${index}`, size: 0, crc32: 0 })),
  ]
  const { heads, offsets, tail, tailAt, size } = layoutZip(entries)
  const headAt = new Map(offsets.map((offset, index) => [offset, heads[index]!]))
  const sparse: Bytes = {
    size,
    read: async (start, end) =>
      headAt.get(start) ??
      (start >= tailAt ? tail.subarray(start - tailAt, end - tailAt) : new Uint8Array(Math.min(end, size) - start)),
  }
  const read = await readZip(sparse, nodeKit)
  expect(read.faults).toEqual([])
  expect(read.entries.length).toBe(entries.length)
  expect(read.entries[0]).toMatchObject({ name: 'a', size: 5 * 2 ** 30 })
})
