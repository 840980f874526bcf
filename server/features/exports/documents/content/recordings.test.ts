import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { testApp, type TestApp } from '#test/app.ts'
import type { MakerInput } from '../../core/maker.ts'
import type { Doc } from './doc.ts'
import { addStills } from './recordings.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())

test('the cover counts omitted and failed stills', async () => {
  const { id: videoId } = await buildVideo(at.parts, (await at.person()).actor)
  const doc: Pick<Doc, 'blocks' | 'notices'> = {
    notices: [],
    blocks: Array.from({ length: 203 }, (_, at) => ({ kind: 'still', videoId, atMs: at * 1000, alt: '', path: null })),
  }
  const input: Pick<MakerInput, 'db' | 'folder' | 'openMedia'> & {
    tools: Pick<MakerInput['tools'], 'still'>
  } = {
    db: at.parts.database.db,
    folder: tmpdir(),
    openMedia: async (key) => ({ path: key, release: async () => {} }),
    tools: { still: async (_input, atMs) => atMs > 0 },
  }
  await addStills(doc as Doc, input as MakerInput, AbortSignal.timeout(60_000))
  expect(doc.notices).toEqual([
    '1 still image could not be captured from the video.',
    'This document includes the first 200 still images. 3 more were omitted.',
  ])
  expect(doc.blocks.filter((block) => block.kind === 'still' && block.path !== null)).toHaveLength(199)
})
