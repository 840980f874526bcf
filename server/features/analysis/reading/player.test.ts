import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlayableVideo, TranscriptOutline } from '#contract/videos/player.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildAnalysis, buildResults, buildTurn } from '../analysis.factory.ts'

let app: TestApp
let anna: Person
beforeAll(async () => (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  await app.truncate()
  anna = await app.person()
})

const timed = (index: number, text: string) =>
  buildTurn(index, {
    text,
    words: text.split(' ').map((word, at) => ({
      text: word,
      startMs: index * 4000 + at * 500,
      endMs: index * 4000 + at * 500 + 400,
      confidence: 0.9,
      estimated: false,
    })),
  })

async function analyzed(turns = [timed(0, 'I could be fair.')]): Promise<string> {
  const { id } = await buildVideo(app.parts, anna.actor)
  await buildAnalysis(app.parts.database.db, id, buildResults({ turns }))
  return id
}
const read = async <T>(path: string): Promise<T> => (await anna.call('GET', path)).json<T>()

test('the player gets what it plays and no transcript', async () => {
  const id = await analyzed()
  const player = await read<PlayableVideo>(`/api/videos/${id}/player`)
  expect(player).toMatchObject({ id, language: 'en', isAnalysed: true, may: { annotate: true } })
  expect(JSON.stringify(player)).not.toContain('fair')
})

test('the outline has the turn count and the start of every hundred turns', async () => {
  const turns = Array.from({ length: 205 }, (_, index) => buildTurn(index, index >= 200 ? { startMs: null } : {}))
  const id = await analyzed(turns)
  expect(await read<TranscriptOutline>(`/api/videos/${id}/transcript-outline`)).toEqual({
    turns: 205,
    starts: [0, 200_000, 400_000, 600_000, null],
  })
})

test('finds words with their times, counts all hits, and finds nothing for empty text', async () => {
  const id = await analyzed([timed(0, 'I could be fair.'), timed(1, 'Yes, fair and fair.')])
  expect(await read(`/api/videos/${id}/transcript-hits?q=FAIR`)).toEqual({
    count: 3,
    hits: [
      { turn: 0, from: 11, to: 15, seconds: 1.5 },
      { turn: 1, from: 5, to: 9, seconds: 4.5 },
      { turn: 1, from: 14, to: 18, seconds: 5.5 },
    ],
  })
  const many = await analyzed(Array.from({ length: 600 }, (_, index) => timed(index, 'Yes. Yes.')))
  const { count, hits } = await read<{ count: number; hits: unknown[] }>(`/api/videos/${many}/transcript-hits?q=yes`)
  expect([count, hits.length]).toEqual([1200, 500])
  expect(await read(`/api/videos/${id}/transcript-hits?q=%20`)).toEqual({ count: 0, hits: [] })
})

test("returns nothing to people who can't see the video", async () => {
  const id = await analyzed()
  const stranger = await app.person()
  for (const path of ['player', 'transcript-outline', 'transcript-hits?q=fair']) {
    expect((await stranger.call('GET', `/api/videos/${id}/${path}`)).statusCode, path).toBe(404)
  }
})
