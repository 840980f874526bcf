import { mkdir, readFile, symlink } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aac, buildMedia, h264, picture, tone } from '#engine/media/media.factory.ts'
import { readConfig } from '#server/platform/config.ts'
import { checkOperating } from '../cli/doctor.ts'
import { type Cluster, openCluster, until } from './cluster.ts'
import { createClient } from './crash/client.ts'

const timeout = 600_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster()
}, timeout)
afterAll(() => cluster.close())

const diagnose = async () => {
  const config = readConfig({ DATA_DIR: cluster.folder, DATABASE_URL: cluster.databaseUrl })
  return (await checkOperating(config)).find(({ name }) => name === 'Processes')
}
const readStates = () =>
  cluster.query(`select filename, state from analysis_runs join videos on videos.id = video_id order by filename`)

test('a worker leaves jobs that require more than it has, and doctor says so', { timeout, retry: 0 }, async () => {
  const demanding = await cluster.startWeb({ ANALYSES_REQUIRE: 'speech:cuda' })
  const { client, token } = await cluster.signUp(demanding)
  const film = await readFile(
    await buildMedia(`${cluster.folder}/film.mp4`, [...picture(2), ...tone(2), ...h264, ...aac]),
  )
  await client.uploadForm('a needs a GPU.mp4', film)
  const plain = await cluster.startWorker()
  const programs = `${cluster.folder}/programs`
  await mkdir(programs)
  await symlink('/bin/sh', `${programs}/sh`)
  const bare = await cluster.startWorker([], { PATH: programs })
  const nodes = await cluster.query(`select role, capabilities from nodes order by started_at`)
  expect(nodes).toEqual([
    { role: 'web', capabilities: ['ffmpeg'] },
    { role: 'worker', capabilities: ['ffmpeg'] },
    { role: 'worker', capabilities: [] },
  ])
  expect(await diagnose()).toMatchObject({
    level: 'fault',
    says: 'no running worker can do some queued jobs: 1 in speech need speech:cuda. Start a worker that has what they need, or cancel them.',
  })
  const web = await cluster.startWeb()
  const beside = createClient(web.url, token)
  await beside.uploadForm('b needs ffmpeg.mp4', film)
  await until(async () => (await readStates())[1]?.['state'] === 'completed', 'the analysis by the worker with ffmpeg')
  await plain.end()
  await beside.uploadForm('c needs ffmpeg.mp4', film)
  await until(async () => (await diagnose())?.says.includes('need ffmpeg'), 'doctor to find nothing with ffmpeg')
  expect((await diagnose())?.says).toContain('1 in speech need ffmpeg; 1 in speech need ffmpeg and speech:cuda.')
  expect((await readStates()).map(({ state }) => state)).toEqual(['queued', 'completed', 'queued'])

  await cluster.startWorker([], { CAPABILITIES: 'speech:cuda' })
  await until(async () => (await readStates()).every(({ state }) => state === 'completed'), 'every analysis')
  expect((await diagnose())?.level).toBe('ok')
  expect(bare.output()).not.toContain('failed')
})
