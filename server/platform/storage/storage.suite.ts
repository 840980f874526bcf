import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHasher } from '../hasher/thread.ts'
import type { Storage } from '../storage.ts'

export function testStorage(maker: string, open: () => Promise<{ storage: Storage; close(): Promise<void> }>): void {
  let storage: Storage
  let close: () => Promise<void>
  let elsewhere: string
  beforeAll(async () => {
    const opened = await open()
    storage = opened.storage
    close = () => opened.close()
    elsewhere = await mkdtemp(join(tmpdir(), 'venire-source-'))
  })
  afterAll(async () => {
    await close()
    await rm(elsewhere, { recursive: true, force: true })
  })

  const receive = async (key: string, range?: { start: number; end: number }): Promise<Buffer[]> => {
    await using file = (await storage.open(key))!
    const chunks: Buffer[] = []
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        setTimeout(() => {
          chunks.push(Buffer.from(chunk))
          done()
        }, 1)
      },
    })
    await file.send(range ?? { start: 0, end: file.size - 1 }, destination)
    return chunks
  }
  const text = async (key: string, range?: { start: number; end: number }): Promise<string> =>
    Buffer.concat(await receive(key, range)).toString()

  test(`${maker}: stores bytes and streams, and replaces existing ones`, async () => {
    expect(await storage.put('a/one', Buffer.from('first'))).toEqual({ sizeBytes: 5 })
    expect(await text('a/one')).toBe('first')
    expect(await storage.put('a/one', Readable.from([Buffer.from('sec'), Buffer.from('ond!')]))).toEqual({
      sizeBytes: 7,
    })
    expect(await text('a/one')).toBe('second!')
    expect(await storage.size('a/one')).toBe(7)
    expect(await storage.put('a/empty', Buffer.alloc(0))).toEqual({ sizeBytes: 0 })
    expect(await text('a/empty')).toBe('')
  })

  test(`${maker}: adopts a finished file and removes the source`, async () => {
    const source = join(elsewhere, 'upload')
    await writeFile(source, 'film')
    await storage.adopt(source, 'firms/f1/videos/v1/original')
    expect(await text('firms/f1/videos/v1/original')).toBe('film')
    await expect(stat(source)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test(`${maker}: reads inclusive ranges in chunks of up to 1 MiB`, async () => {
    await storage.put('a/digits', Buffer.from('0123456789'))
    expect(await text('a/digits', { start: 2, end: 4 })).toBe('234')
    expect(await text('a/digits', { start: 9, end: 9 })).toBe('9')
    const bytes = randomBytes(2_500_000)
    await storage.put('a/large', bytes)
    for (const chunks of await Promise.all([receive('a/large'), receive('a/large'), receive('a/large')])) {
      expect(chunks.map((chunk) => chunk.length)).toEqual([1_048_576, 1_048_576, 402_848])
      expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    }
  })

  test(`${maker}: stops sending when the destination closes`, async () => {
    await storage.put('a/film', Buffer.alloc(4_000_000))
    await using file = (await storage.open('a/film'))!
    const stalled = new Writable({ write() {} })
    const sending = file.send({ start: 0, end: file.size - 1 }, stalled)
    setTimeout(() => stalled.destroy(), 20)
    await expect(sending).rejects.toThrow('closed')
    await expect(file.send({ start: 0, end: 0 }, stalled)).rejects.toThrow('closed')
  })

  test(`${maker}: has no size for a missing file and can't open it`, async () => {
    expect(await storage.size('a/missing')).toBeNull()
    expect(await storage.open('a/missing')).toBeNull()
    await expect(storage.localCopy('a/missing')).rejects.toThrow('a/missing')
  })

  test(`${maker}: gives a path that other programs can open`, async () => {
    await storage.put('a/film', Buffer.from('frames'))
    const copy = await storage.localCopy('a/film')
    expect((await stat(copy.path)).size).toBe(6)
    await copy.release()
    expect(await text('a/film')).toBe('frames')
  })

  test(`${maker}: removes one file or a prefix, and nothing else`, async () => {
    for (const key of ['b/1/x', 'b/1/y/z', 'b/12/x']) await storage.put(key, Buffer.from(key))
    await storage.remove('b/1/x')
    expect(await storage.size('b/1/x')).toBeNull()
    await storage.remove('b/1/x')
    await storage.remove('never/was')
    await storage.removeAll('b/1/')
    await storage.removeAll('never/')
    expect(await storage.size('b/1/y/z')).toBeNull()
    expect(await storage.size('b/12/x')).toBe(6)
  })

  test(`${maker}: lists and hashes what it stores`, async () => {
    await storage.removeAll('a/')
    for (const key of ['c/2', 'c/1', 'd/e/f']) await storage.put(key, Buffer.from(key))
    const found: [string, number][] = []
    for await (const { key, sizeBytes } of storage.list()) if (/^[cd]\//.test(key)) found.push([key, sizeBytes])
    expect(found.toSorted()).toEqual([
      ['c/1', 3],
      ['c/2', 3],
      ['d/e/f', 5],
    ])
    const below: string[] = []
    for await (const { key } of storage.list('d/')) below.push(key)
    for await (const { key } of storage.list('never/')) below.push(key)
    expect(below).toEqual(['d/e/f'])
    await using hasher = openHasher()
    const expected = createHash('sha256').update('d/e/f').digest('hex')
    expect(await storage.digest('d/e/f', hasher)).toBe(expected)
    expect(await storage.digest('d/e/g', hasher)).toBeNull()
  })

  test(`${maker}: has nothing wrong, and protecting and tidying keep every file`, async () => {
    await storage.put('a/film', Buffer.from('frames'))
    await storage.protect('a/film')
    await storage.tidy()
    expect([await storage.findProblem(), await text('a/film')]).toEqual([null, 'frames'])
  })

  test(`${maker}: keeps the old file whole when a write fails`, async () => {
    await storage.put('a/kept', Buffer.from('whole'))
    const broken = new Readable({
      read() {
        this.push(Buffer.from('half'))
        this.destroy(new Error('the line was cut'))
      },
    })
    await expect(storage.put('a/kept', broken)).rejects.toThrow('the line was cut')
    expect(await text('a/kept')).toBe('whole')
  })

  test(`${maker}: rejects keys it didn't generate`, async () => {
    for (const key of [
      '../up',
      'a/../b',
      '/etc/passwd',
      'a//b',
      '',
      'a/.hidden',
      'a\\b',
      'a/b\0',
      `a/${'x'.repeat(200)}`,
    ]) {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('is not a storage key')
      await expect(storage.open(key)).rejects.toThrow('is not a storage key')
    }
    await expect(storage.removeAll('a')).rejects.toThrow('must end with "/"')
    await expect(storage.removeAll('/')).rejects.toThrow('is not a storage key')
  })

  test(`${maker}: returns free space, or null if unknown`, async () => {
    const free = await storage.freeBytes()
    expect(free === null || free > 0).toBe(true)
  })
}
