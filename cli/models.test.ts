import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { catalog, type CatalogModel } from '#engine/speech/catalog.ts'
import { pullModel } from '#engine/speech/pull.ts'
import { writeTinyModel } from '#engine/speech/tiny.fixture.ts'
import { writeTinyVoiceModels } from '#engine/voice/tiny.voices.fixture.ts'
import { models } from './models.ts'

const model: CatalogModel = {
  name: 'tiny',
  summary: 'for tests',
  license: 'MIT',
  repository: 'someone/tiny',
  sources: [],
  files: [
    { name: 'model.onnx', megabytes: 1, sha256: null },
    { name: 'tokens.txt', megabytes: null, sha256: null },
  ],
}
const big = Buffer.alloc(3_000_000, 'model ')
let files: Record<string, Buffer> = {}
let ranges: (string | undefined)[] = []
let interfere: ((request: IncomingMessage, response: ServerResponse, content: Buffer) => boolean) | null = null
let server: Server
let root = ''
let folder = ''
let host = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-models-'))
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    const content = files[request.url?.replace(/^\/[^/]+\/[^/]+\/resolve\/main\//, '') ?? '']
    if (!content) {
      response.writeHead(404).end()
      return
    }
    if (interfere?.(request, response, content) === true) return
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from }).end(content.subarray(from))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(root, { recursive: true })
})
let printed = ''
let spies: { mockRestore(): void }[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'models-'))
  files = { 'model.onnx': big, 'tokens.txt': Buffer.from('a 0\n') }
  ranges = []
  interfere = null
  printed = ''
  spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void (printed += `${line}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean((printed += String(line)))),
  ]
})
afterEach(() => {
  for (const spy of spies) spy.mockRestore()
})

const pull = (signal = new AbortController().signal, onProgress = () => undefined as void) =>
  pullModel({ model, folder, host, signal, onProgress, settings: { silentMs: 300, firstWaitMs: 5 } })

const cutHalfway = (times: number) => {
  interfere = (_request, response, content) => {
    if (times-- <= 0) return false
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, content.length / 2), () => setTimeout(() => response.destroy(), 30))
    return true
  }
}

test('downloads a complete model and pins its hashes', async () => {
  const seen: unknown[] = []
  expect(await pull(undefined, (...progress: unknown[]) => void seen.push(progress))).toEqual({
    pinned: ['model.onnx', 'tokens.txt'],
  })
  expect((await readdir(folder)).sort()).toEqual(['models.lock.json', 'tiny'])
  expect((await readFile(join(folder, 'tiny/model.onnx'))).equals(big)).toBe(true)
  expect(seen).toContainEqual(['model.onnx', big.length, big.length])
})

test('resumes an interrupted download', async () => {
  cutHalfway(1)
  await pull()
  expect(ranges[0]).toBeUndefined()
  expect(Number(/\d+/.exec(ranges[1] ?? '')?.[0])).toBeGreaterThan(0)
  expect((await readFile(join(folder, 'tiny/model.onnx'))).equals(big)).toBe(true)
})

test("downloads the whole file again if the server doesn't support ranges", async () => {
  let calls = 0
  interfere = (_request, response, content) => {
    calls += 1
    if (calls > 2) return false
    response.writeHead(200, { 'content-length': content.length })
    if (calls === 2) response.end(content)
    else response.write(content.subarray(0, 1000), () => setTimeout(() => response.destroy(), 30))
    return true
  }
  await pull()
  expect((await readFile(join(folder, 'tiny/model.onnx'))).equals(big)).toBe(true)
})

test('reports a failed download, changes nothing, and resumes the next time', async () => {
  await pull()
  const before = await readFile(join(folder, 'models.lock.json'), 'utf8')
  await rm(join(folder, 'tiny/tokens.txt'))
  cutHalfway(99)
  await expect(pull()).rejects.toThrow(
    /Could not download model\.onnx of tiny from 127\.0\.0\.1:\d+: the connection failed 4 times\. Run the same command to resume\./,
  )
  expect(await readdir(join(folder, 'tiny'))).toEqual(['model.onnx'])
  expect(await readFile(join(folder, 'models.lock.json'), 'utf8')).toBe(before)
  interfere = null
  await pull()
  expect(ranges.at(-2)).toMatch(/^bytes=\d+-$/)
  expect((await readdir(join(folder, 'tiny'))).sort()).toEqual(['model.onnx', 'tokens.txt'])
})

test('gives up on a server that stops responding', async () => {
  interfere = (_request, response) => response.writeHead(200, { 'content-length': 9 }).write('x') || true
  await expect(pull()).rejects.toThrow('the connection failed 4 times')
})

test('rejects a hash other than the pinned or published one and keeps the current model', async () => {
  await pull()
  files['tokens.txt'] = Buffer.from('b 0\n')
  await expect(pull()).rejects.toThrow('The hash of tokens.txt of tiny doesn’t match the one pinned on first download.')
  expect(await readFile(join(folder, 'tiny/tokens.txt'), 'utf8')).toBe('a 0\n')
  const published = { ...model, files: [{ name: 'tokens.txt', megabytes: null, sha256: '0'.repeat(64) }] }
  await expect(
    pullModel({ model: published, folder, host, signal: new AbortController().signal, onProgress: () => undefined }),
  ).rejects.toThrow('doesn’t match the published one')
})

test('follows a limited number of redirects', async () => {
  let hops = 2
  interfere = (request, response) => {
    if (hops-- <= 0) return false
    response.writeHead(302, { location: request.url }).end()
    return true
  }
  await pull()
  expect((await readFile(join(folder, 'tiny/model.onnx'))).equals(big)).toBe(true)
  hops = 99
  await expect(pull()).rejects.toThrow('redirects too many times')
})

test('handles a missing file and a cancellation', async () => {
  delete files['tokens.txt']
  await expect(pull()).rejects.toThrow(/^tokens\.txt for tiny wasn’t found on \S+ \(404\)\. Nothing was changed\./)
  const stopped = new AbortController()
  interfere = (_request, response) => {
    response.writeHead(200).write('x')
    setTimeout(() => stopped.abort(new Error('stopped')), 20)
    return true
  }
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await expect(pull(stopped.signal)).rejects.toThrow('stopped')
})

test('pulls, lists, and verifies models on the command line', async () => {
  for (const file of catalog.find((each) => each.name === 'moonshine-tiny-en')?.files ?? [])
    files[file.name] = Buffer.concat([Buffer.from([8]), Buffer.alloc(500)])
  expect(await models(['pull', 'moonshine-tiny-en', '--from', `${host}/`, '--to', folder])).toBe(0)
  expect(printed).toContain(`Downloaded moonshine-tiny-en to ${join(folder, 'moonshine-tiny-en')}.`)
  expect(printed).toContain(`set MODELS_DIR=${folder}`)
  printed = ''
  expect(await models(['list', '--json', '--to', folder])).toBe(0)
  expect(
    (JSON.parse(printed) as unknown[]).find((row) => (row as { name: string }).name === 'moonshine-tiny-en'),
  ).toMatchObject({ here: true, used: true, license: 'MIT', megabytes: 123, hash: 'pinned on first download' })
  expect(await models(['verify', '--to', folder])).toBe(0)
  await writeFile(join(folder, 'moonshine-tiny-en/tokens.txt'), 'changed')
  printed = ''
  expect(await models(['verify', '--to', folder])).toBe(1)
  expect(printed).toContain('✗ moonshine-tiny-en/tokens.txt: changed')
})

test('finds a model copied by hand', async () => {
  await mkdir(join(folder, 'mine'))
  await writeTinyModel(join(folder, 'mine'))
  expect(await models(['verify', '--to', folder])).toBe(0)
  expect(printed).toContain('mine: copied by hand')
  printed = ''
  await models(['list', '--to', folder])
  expect(printed).toContain(`Speech model in use: mine (ctc) in ${join(folder, 'mine')}`)
})

test('explains invalid arguments', async () => {
  expect(await models([])).toBe(2)
  expect(printed).toContain('Usage: venire models list')
  expect(await models(['pull', 'gpt', '--to', folder])).toBe(2)
  expect(await models(['pull', 'moonshine-tiny-en', '--from', 'mirror', '--to', folder])).toBe(2)
  expect(printed).toContain('--from must start with https:// or http://.')
  expect(printed).toContain('Unknown model gpt. Available models: parakeet-tdt-0.6b-v2')
  expect(await models(['pull', 'moonshine-tiny-en', '--from', host, '--to', join(folder, 'x')])).toBe(1)
  expect(printed).toContain('wasn’t found on')
  expect((await stat(join(folder, 'x'))).isDirectory()).toBe(true)
})

test('every catalog model names its license and source', () => {
  for (const each of catalog) {
    expect(each.license).not.toBe('')
    expect(each.sources.length).toBeGreaterThan(0)
    const isOfWords = !each.name.startsWith('speaker-')
    expect(each.files.some((file) => file.name.endsWith('tokens.txt'))).toBe(isOfWords)
  }
})

test('lists which voice models are in use once both are installed', async () => {
  const made = await mkdtemp(join(root, 'made-'))
  await writeTinyVoiceModels(made)
  const put = async (from: string, to: string) => {
    await mkdir(join(folder, to, '..'), { recursive: true })
    await writeFile(join(folder, to), await readFile(join(made, from)))
  }
  const used = async () => {
    printed = ''
    expect(await models(['list', '--json', '--to', folder])).toBe(0)
    return (JSON.parse(printed) as { name: string; used: boolean }[]).filter((row) => row.used).map(({ name }) => name)
  }
  await put('tiny-segmentation/model.onnx', 'speaker-segmentation-3.0/model.onnx')
  expect(await used()).toEqual([])
  await put('tiny-embedding.onnx', 'speaker-embedding-campplus-en/any.onnx')
  expect(await used()).toEqual(['speaker-segmentation-3.0', 'speaker-embedding-campplus-en'])
  printed = ''
  await models(['list', '--to', folder])
  expect(printed).toContain('Voice model in use: speaker-segmentation-3.0 with any')
})
