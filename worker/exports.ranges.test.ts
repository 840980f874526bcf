import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aac, buildMedia, h264, makeFolder, tone } from '#engine/media/media.factory.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { newId } from '#server/platform/ids.ts'
import { serveRanges } from '#server/platform/storage/ranges.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { s3Keys, startS3 } from '#test/s3.ts'
import { openMediaIn } from './exports.media.ts'
import { exportTools } from './exports.tools.ts'

const mib = 1024 ** 2
const signal = AbortSignal.timeout(120_000)

let store: Awaited<ReturnType<typeof startS3>>
let folder: Awaited<ReturnType<typeof makeFolder>>
let at: TestApp
const films: Record<string, { path: string; key: string; bytes: Buffer }> = {}
beforeAll(async () => {
  Object.assign(process.env, s3Keys)
  store = await startS3()
  folder = await makeFolder()
  at = await testApp({ STORAGE_URL: store.url })
  const noise = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=60,noise=alls=40:allf=t']
  const first = join(folder.path, 'film.mp4')
  await buildMedia(first, [...tone(60), ...noise, ...h264, '-g', '50', '-b:v', '6M', ...aac, '-shortest'])
  for (const name of ['mp4', 'mkv']) {
    const path = await buildMedia(join(folder.path, `copy.${name}`), ['-i', first, '-c', 'copy'])
    films[name] = { path, key: `films/${newId()}`, bytes: await readFile(path) }
    await at.parts.storage.put(films[name].key, films[name].bytes)
  }
}, 120_000)
beforeEach(() => {
  store.sentBytes.clear()
  store.disturb(() => {})
})
afterAll(async () => {
  await at.close()
  await store.close()
  await folder[Symbol.asyncDispose]()
  for (const name of Object.keys(s3Keys)) delete process.env[name]
})

const open = (key: string, uses = 1) => openMediaIn(at.parts.storage)(key, uses)
const read = (path: string) =>
  runFfmpeg({
    inputs: [{ path }],
    output: { path: null, options: ['-c', 'copy'] },
    doing: 'The film could not be read',
  })
const listCopies = () => readdir(join(at.parts.config.DATA_DIR, 'work/scratch/kept'))

test.each(['mp4', 'mkv'])(
  '%s: a still and a 6 s clip read little of a recording in the bucket, and come out the same',
  async (name) => {
    const { path, key, bytes } = films[name]!
    expect(bytes.length).toBeGreaterThan(32 * mib)
    const make = async (input: string, to: string) => {
      const [still, clip] = [join(folder.path, `${to}.jpg`), join(folder.path, `${to}.mp4`)]
      const stretch = { startMs: 31_000, endMs: 37_000 }
      const isTaken = await exportTools.still(input, 31_500, still, signal)
      const afterStill = store.sentBytes.get(key) ?? 0
      const made = await exportTools.cutClip(input, stretch, clip, { mode: 'copy-where-exact' }, signal)
      return { isTaken, made, afterStill, written: [await readFile(still), await readFile(clip)] }
    }
    const media = await open(key)
    expect(media.path).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{64}$/)
    const remote = await make(media.path, `remote-${name}`)
    const readBytes = store.sentBytes.get(key)!
    await media.release()
    // Sockets buffer a few MB each time a tool seeks, regardless of the recording's size.
    expect(remote.afterStill).toBeLessThan(bytes.length / 3)
    expect(readBytes).toBeLessThan(bytes.length / 2)
    expect(await listCopies()).toEqual([])
    const local = await make(path, `local-${name}`)
    expect(remote.made).toEqual(local.made)
    expect(remote.written.map((each, index) => each.equals(local.written[index]!))).toEqual([true, true])
  },
)

test('the address answers only its path, and nothing once the recording is released', async () => {
  const { key, bytes } = films['mp4']!
  const media = await open(key)
  const range = async (value: string, path = media.path) => {
    const response = await fetch(path, { headers: { range: value } })
    return [response.status, Buffer.from(await response.arrayBuffer())] as const
  }
  expect(await range('bytes=1048570-1048590')).toEqual([206, bytes.subarray(1_048_570, 1_048_591)])
  expect(await range(`bytes=${bytes.length - 5}-`)).toEqual([206, bytes.subarray(-5)])
  expect((await range(`bytes=${bytes.length}-`))[0]).toBe(416)
  expect((await range('bytes=0-5', new URL('/', media.path).href))[0]).toBe(404)
  expect((await fetch(media.path, { method: 'POST' })).status).toBe(404)
  await read(media.path)
  await media.release()
  await expect(fetch(media.path)).rejects.toThrow('fetch failed')
  await expect(read(media.path)).rejects.toThrow('could not be read')
})

test('ffmpeg reads no address that was not admitted', async () => {
  const { key } = films['mp4']!
  await using server = await serveRanges((await at.parts.storage.open(key))!)
  store.sentBytes.clear()
  await expect(read(server.url)).rejects.toThrow('could not be read')
  expect(store.sentBytes.get(key)).toBeUndefined()
})

test('an outage while a tool reads is an outage, not the end of the recording', async () => {
  const { key } = films['mkv']!
  const media = await open(key)
  store.disturb(({ method }) => (method === 'GET' && (store.sentBytes.get(key) ?? 0) > 4 * mib ? 503 : undefined))
  const stretch = { startMs: 5000, endMs: 50_000 }
  const cut = exportTools.cutClip(media.path, stretch, join(folder.path, 'cut.mp4'), { mode: 'encode' }, signal)
  await expect(cut).rejects.toMatchObject({ code: 'unavailable' })
  await media.release()
})

test('copies a recording if much of it is needed, and uses the copy while there is one', async () => {
  const { key, bytes } = films['mp4']!
  const whole = await open(key, 20)
  expect((await readFile(whole.path)).equals(bytes)).toBe(true)
  const again = await open(key)
  expect((await readFile(again.path)).equals(bytes)).toBe(true)
  expect(store.sentBytes.get(key)).toBe(bytes.length)
  await Promise.all([whole.release(), again.release()])
  expect(await readdir(join(at.parts.config.DATA_DIR, 'work/scratch/held'))).toEqual([])
})
