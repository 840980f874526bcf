import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPipeline, StageFailure } from '../run.ts'
import { type Stage, Unprocessable } from '../stage.ts'
import { audioStage } from '../stages/audio.ts'
import { probeStage } from '../stages/probe.ts'
import { proxyStage } from '../stages/proxy.ts'
import { thumbnailsStage } from '../stages/thumbnails.ts'
import { describeMedia } from './tracks.ts'
import { aac, buildMedia, h264, picture, tone } from './media.factory.ts'

let folder = ''
let film = ''
const fetched: string[] = []
const server = createServer((request, response) => {
  fetched.push(request.url ?? '')
  response.end()
})
let address = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-hostile-'))
  film = await buildMedia(join(folder, 'sibling.mp4'), [...picture(1, '64x48'), ...tone(1), ...h264, ...aac])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

let runs = 0
async function analyze(input: string, stages: readonly unknown[]): Promise<StageFailure | null> {
  const work = join(folder, `work-${runs++}`)
  try {
    await runPipeline({
      stages: stages as readonly Stage[],
      input,
      folder: work,
      options: {
        transcript: null,
        recognition: { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false },
        threads: 1,
      },
      signal: AbortSignal.timeout(60_000),
    })
    return null
  } catch (error) {
    if (error instanceof StageFailure) return error
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
const media = [probeStage, audioStage, thumbnailsStage, proxyStage]

const playlists: Record<string, (url: string) => string> = {
  'an HLS playlist of addresses': (url) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${url}/a.ts\n#EXTINF:2,\n${url}/b.mp4\n#EXT-X-ENDLIST\n`,
  'an HLS playlist of a sibling': () => '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsibling.mp4\n#EXT-X-ENDLIST\n',
  'a concat script of a sibling': () => "ffconcat version 1.0\nfile sibling.mp4\nfile 'sibling.mp4'\n",
  'a concat script of an address': (url) => `ffconcat version 1.0\nfile ${url}/a.mp4\n`,
  'a DASH manifest': (url) =>
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}/a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  'an SDP description': (url) =>
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video ${new URL(url).port} RTP/AVP 96\n`,
  'an SVG with a picture elsewhere': (url) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${url}/a.png"/></svg>`,
}

test.each(Object.keys(playlists))('rejects %s named .mp4', async (name) => {
  const path = join(folder, 'playlist.mp4')
  await writeFile(path, playlists[name]?.(address) ?? '')
  expect(await analyze(path, media)).toMatchObject({ stage: 'probe', permanent: true })
  // ffprobe must reject the file even if its first bytes aren't checked.
  await expect(describeMedia(path)).rejects.toBeInstanceOf(Unprocessable)
  expect(fetched).toEqual([])
})

test("doesn't read other files or URLs that a video refers to", async () => {
  const original = await readFile(film)
  for (const target of ['sibling.mp4', `${address}/a.mp4`]) {
    // Replace the self-contained reference ("url " with flag 1) with an alias that has a path.
    const forged = Buffer.from(original)
    for (let at = forged.indexOf('url '); at !== -1; at = forged.indexOf('url ', at + 4)) {
      forged.write('alis', at)
      forged.writeUInt32BE(0, at + 4)
      forged.write(target, at + 8, 'latin1')
    }
    const path = join(folder, 'alias.mp4')
    await writeFile(path, forged)
    const failure = await analyze(path, media)
    expect(failure === null || failure.permanent).toBe(true)
  }
  expect(fetched).toEqual([])
})

function buildBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((side + 1) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('rejects decompression bombs, as an image and as a video frame', async () => {
  const bomb = join(folder, 'bomb.png')
  await writeFile(bomb, buildBomb(12_000))
  const named = join(folder, 'bomb.mp4')
  await writeFile(named, await readFile(bomb))
  expect(await analyze(named, media)).toMatchObject({ stage: 'probe', permanent: true })
  const boxed = await buildMedia(join(folder, 'bomb.mov'), ['-f', 'png_pipe', '-i', bomb, '-c', 'copy'])
  expect(await analyze(boxed, media)).toMatchObject({
    stage: 'probe',
    permanent: true,
    message: expect.stringContaining('larger than 8192 x 4320 pixels'),
  })
})

test.each([
  [80_000, 'far longer than its content'],
  [100_000, 'longer than 24 hours'],
])('rejects a forged duration of %i s before writing hours of silence', async (seconds, sentence) => {
  const forged = Buffer.from(await readFile(film))
  // The time scale and duration follow the box name. Old readers use the movie header, new ones the track header.
  const at = (name: string) => forged.indexOf(name)
  const scale = forged.readUInt32BE(at('mdhd') + 16)
  const pictures = forged.readUInt32BE(at('stts') + 12)
  forged.writeUInt32BE(1, at('mvhd') + 16)
  forged.writeUInt32BE(seconds, at('mvhd') + 20)
  forged.writeUInt32BE(seconds * scale, at('mdhd') + 20)
  forged.writeUInt32BE(Math.round((seconds * scale) / pictures), at('stts') + 16)
  forged.write('free', at('edts'))
  const path = join(folder, 'forged.mp4')
  await writeFile(path, forged)
  expect(await analyze(path, media)).toMatchObject({
    stage: 'probe',
    permanent: true,
    message: expect.stringContaining(sentence),
  })
})

function seedRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

function mutate(original: Buffer, random: (limit: number) => number): Buffer {
  const mutant = Buffer.from(original)
  const index = mutant.indexOf('moov')
  const from = random(3) > 0 ? index : 0
  for (let flips = 1 + random(12); flips > 0; flips--) {
    const at = from + random(mutant.length - from)
    if (random(2) === 0) mutant.writeUInt8(random(256), at)
    else if (at + 4 <= mutant.length)
      mutant.writeUInt32BE([0, 1, 0x7fffffff, 0xffffffff, 0x80000000][random(5)] ?? 0, at)
  }
  return random(5) === 0 ? mutant.subarray(0, random(mutant.length)) : mutant
}

/** Set `VENIRE_MUTANTS=500` before a release. */
const mutantCount = Number(process.env.VENIRE_MUTANTS ?? 120)

test('handles or rejects mutated videos', { timeout: 600_000 }, async () => {
  const original = await readFile(film)
  const random = seedRandom(20_261_121)
  const ends: (StageFailure | null)[] = []
  const work = async (mutants: Buffer[]) => {
    for (let mutant = mutants.pop(); mutant; mutant = mutants.pop()) {
      const path = join(folder, `mutant-${mutants.length}.mp4`)
      await writeFile(path, mutant)
      ends.push(await analyze(path, [probeStage, audioStage]))
      await rm(path)
    }
  }
  const mutants = Array.from({ length: mutantCount }, () => mutate(original, random))
  await Promise.all([work(mutants), work(mutants)])
  const refusals = ends.filter((end) => end !== null)
  const unclear = refusals.filter(({ permanent, message }) => !permanent || !/^[A-Z].*\.$/.test(message))
  expect(unclear).toEqual([])
  expect(ends).toHaveLength(mutantCount)
  expect(Math.min(refusals.length, mutantCount - refusals.length)).toBeGreaterThan(mutantCount / 10)
})
