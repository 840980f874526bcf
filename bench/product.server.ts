/** Runs no worker, so analysis can't affect the measurements. */
import { eq } from 'drizzle-orm'
import type { AddressInfo } from 'node:net'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { checkTranscript } from '#engine/host/transcript.ts'
import { buildApp } from '#server/app.ts'
import { signIns } from '#server/features/auth/auth.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import { buildAnalysis } from '#server/features/analysis/analysis.factory.ts'
import { buildSelection, type Selection } from '#server/features/strikes/strikes.factory.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { originalKey, videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import type { Db } from '#server/platform/db.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { openLive } from '#server/platform/live/open.ts'
import { openMailer } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { openLocalStorage } from '#server/platform/storage/local.ts'

export type ProductReady = {
  port: number
  token: string
  tokens: string[]
  actor: Actor
  videoId: string | null
  selection: Selection | null
}

process.once('disconnect', () => process.exit())
const config = readConfig({ ...process.env, RATE_LIMIT: '0', MIN_FREE_GB: '0', LOG_LEVEL: 'error', PORT: '0' })
const database = await openDatabase(config)
await migrate(database, config)
const live = await openLive(database)
const queue = await openQueue(database, config)
const parts: Parts = {
  config,
  database,
  live,
  hasher: openHasher(),
  queue,
  node: {
    id: newId(),
    capabilities: null,
    getRefusal: () => null,
    drain: () => {},
    hasOtherVersions: async () => false,
  },
  mailer: openMailer(config, queue),
  checkTranscript,
  storage: await openLocalStorage(join(config.DATA_DIR, 'files')),
}
const { actor, token } = await signIn(database.db)
const { BENCH_JURORS } = process.env
const selection = BENCH_JURORS ? await buildSelection(database.db, actor, { count: Number(BENCH_JURORS) }) : null
const tokens = [token]
while (tokens.length < Number(process.env.BENCH_PEOPLE ?? 1)) {
  const other = await signIn(database.db, actor.firmId)
  tokens.push(other.token)
  if (selection) await joinCase(database.db, other.actor, selection.caseId, 'attorney')
}
const listed: string[] = []
for (let i = 0; i < Number(process.env.BENCH_VIDEOS ?? 0); i += 1) {
  const { id } = await buildVideo(parts, actor, { filename: `Voir dire day ${i}.mp4`, durationMs: 3_600_000 + i })
  await buildAnalysis(database.db, id)
  listed.push(id)
}
const { BENCH_FILE, BENCH_SHA256 } = process.env
const videoId = BENCH_FILE && BENCH_SHA256 ? await addFile(BENCH_FILE, BENCH_SHA256) : null
process.on('message', () => {
  void database.db
    .update(videos)
    .set({ width: Math.floor(Math.random() * 4000) })
    .where(eq(videos.id, listed[0]!))
    .execute()
})
const app = await buildApp(parts, { logger: false, webFolder: join(config.DATA_DIR, 'web') })
await app.listen({ host: '127.0.0.1', port: 0 })
process.send!({
  port: (app.server.address() as AddressInfo).port,
  token,
  tokens,
  actor,
  videoId,
  selection,
} satisfies ProductReady)

async function addFile(path: string, sha256: string): Promise<string> {
  const checked = { container: 'mp4', durationMs: 60_000, playsInBrowser: true }
  const video = await buildVideo(parts, actor, { ...checked, sha256 })
  await link(path, `${path}.twin`)
  await parts.storage.adopt(`${path}.twin`, originalKey(video))
  return video.id
}

async function signIn(db: Db, given?: string): Promise<{ actor: Actor; token: string }> {
  const [firmId, userId, signInId] = [given ?? newId(), newId(), newId()]
  const token = newToken()
  if (!given) await db.insert(firms).values({ id: firmId, name: 'Bench firm' })
  await db.insert(users).values({ id: userId, email: `${userId}@firm.example`, name: 'Bench' })
  await db.insert(members).values({ firmId, userId, role: 'administrator', profession: 'attorney' })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db.insert(signIns).values({ id: signInId, tokenHash: hashToken(token), userId, firmId, expiresAt })
  const actor: Actor = { userId, firmId, role: 'administrator', profession: 'attorney', isOperator: false, signInId }
  return { actor, token }
}
