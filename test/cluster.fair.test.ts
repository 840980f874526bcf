import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '#engine/media/media.factory.ts'
import { type Cluster, openCluster, until } from './cluster.ts'

const timeout = 300_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster()
}, timeout)
afterAll(() => cluster.close())

test('a firm’s only video waits behind at most two of a firm with many', { timeout, retry: 0 }, async () => {
  const web = await cluster.startWeb()
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac']
  const film = await readFile(await buildMedia(`${cluster.folder}/film.mp4`, sound))
  const many = (await cluster.signUp(web)).client
  for (let at = 0; at < 12; at++) await many.uploadForm(`day ${at}.mp4`, film)
  const one = (await cluster.signUp(web)).client
  const videoId = await one.uploadForm('only.mp4', film)
  await cluster.startWorker(['--lanes', 'speech'])
  await until(async () => {
    const [run] = await cluster.query('select started_at from analysis_runs where video_id = $1', [videoId])
    return run!.started_at !== null
  }, 'the only video')
  const [before] = await cluster.query(
    `select count(*)::int as count from analysis_runs
      where started_at < (select started_at from analysis_runs where video_id = $1)`,
    [videoId],
  )
  expect(before!.count).toBeLessThanOrEqual(2)
})
