/** Analyzes the sample once, then copies its rows and files into each test. */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { UploadResult } from '#contract/videos/uploads.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { controlVerbs } from '#server/control-verbs.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { originalKey, videoPrefix, videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '../main.ts'
import { makePlain } from './plain.ts'

type Owner = { userId: string; firmId: string }
export type SampleKind = 'captioned' | 'plain'
type Analyzed = { id: string; firmId: string }

const file = new URL('../samples/voir-dire.mp4', import.meta.url)

export function openSamples(
  { app, url }: Platform,
  dataFolder: string,
): (owner: Owner, kind: SampleKind) => Promise<string> {
  const { db } = app.parts.database
  const first = new Map<SampleKind, Promise<Analyzed>>()
  return async (owner, kind) => {
    const analysis = first.get(kind) ?? analyze(url, kind, dataFolder)
    first.set(kind, analysis)
    const from = await analysis
    const to = { id: newId(), firmId: owner.firmId }
    const pathOf = (video: Analyzed) => join(dataFolder, 'files', videoPrefix(video))
    await cp(pathOf(from), pathOf(to), { recursive: true })
    // Copy these files so a rerun can continue after the finished steps.
    await cp(join(dataFolder, 'work', from.id), join(dataFolder, 'work', to.id), { recursive: true })
    await copyRows(db, from, to, owner)
    return to.id
  }
}

/** Adds `count` received recordings, each a moment newer than the one before. */
export async function makeMany({ app }: Platform, { userId, firmId }: Owner, count: number): Promise<string> {
  const actor: Actor = { userId, firmId, role: 'member', profession: 'attorney', isOperator: false, signInId: newId() }
  for (let at = 1; at <= count; at++) await buildVideo(app.parts, actor, { filename: `one of ${count}.mp4` })
  return String(count)
}

export async function changeOriginal({ app }: Platform, id: string): Promise<string> {
  const { storage, database } = app.parts
  const [video] = await database.db.select().from(videos).where(eq(videos.id, id))
  const copy = await storage.localCopy(originalKey(video!))
  const bytes = await readFile(copy.path)
  await copy.release()
  bytes[1000]! ^= 1
  await storage.put(originalKey(video!), bytes)
  await controlVerbs['verify-media'](app.parts, { ids: [id] })
  return id
}

async function analyze(url: string, kind: SampleKind, folder: string): Promise<Analyzed> {
  const headers = { origin: url }
  const account = {
    firmName: 'Samples',
    name: 'Sample',
    email: `${kind}@firm.example`,
    password: 'a long enough password',
  }
  const entered = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookie = entered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const { firmId } = (await entered.json()) as { firmId: string }
  const form = new FormData()
  const bytes = await readFile(kind === 'plain' ? await makePlain(join(folder, 'plain.mp4')) : file)
  form.append('videos', new Blob([bytes], { type: 'video/mp4' }), 'panel-b.mp4')
  const sent = await fetch(`${url}/api/videos/upload`, { method: 'POST', headers: { ...headers, cookie }, body: form })
  const { id } = ((await sent.json()) as UploadResult).videos[0]!
  for (;;) {
    const { status, failureReason } = (await (
      await fetch(`${url}/api/videos/${id}`, { headers: { cookie } })
    ).json()) as VideoDetail
    if (status === 'completed') return { id, firmId }
    if (status === 'failed') throw new Error(`The sample could not be analyzed: ${failureReason}`)
    await sleep(300)
  }
}

async function copyRows(db: Db, from: Analyzed, to: Analyzed, { userId }: Owner): Promise<void> {
  const runId = newId()
  const [before, after] = [videoPrefix(from), videoPrefix(to)]
  await db.transaction(async (tx) => {
    await copyTable(tx, 'videos', from.id, {
      id: sql`${to.id}::uuid`,
      firm_id: sql`${to.firmId}::uuid`,
      uploaded_by: sql`${userId}::uuid`,
      created_at: sql`now()`,
    })
    const video_id = sql`${to.id}::uuid`
    await copyTable(tx, 'video_files', from.id, { video_id, key: sql`replace(key, ${before}, ${after})` })
    await copyTable(tx, 'analysis_runs', from.id, {
      video_id,
      id: sql`${runId}::uuid`,
      requested_by: sql`${userId}::uuid`,
    })
    await copyTable(tx, 'analyses', from.id, { video_id, run_id: sql`${runId}::uuid` })
    await copyTable(tx, 'transcript_turns', from.id, { video_id })
    await copyTable(tx, 'findings', from.id, { video_id, id: sql`gen_random_uuid()` })
    await copyTable(tx, 'speaker_proposals', from.id, { video_id })
  })
}

type Changed = Record<string, ReturnType<typeof sql>>

async function copyTable(tx: Db, table: string, videoId: string, changed: Changed): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`)
  const columns = sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const values = sql.join(
    rows.map(({ name }) => changed[name] ?? sql.identifier(name)),
    sql`, `,
  )
  const key = sql.identifier(table === 'videos' ? 'id' : 'video_id')
  await tx.execute(sql`insert into ${sql.identifier(table)} (${columns})
    select ${values} from ${sql.identifier(table)} where ${key} = ${videoId}`)
}
