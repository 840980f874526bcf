import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type FirmStorage, readFirmStorage, readInstallationLimits } from '#contract/account/firm-settings.ts'
import { readInstallation } from '#contract/operations/installation.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { type InstallationKey, readKeyring } from '#server/platform/keys/installation-key.ts'
import { mount, mountOpen } from '#server/platform/http/route.ts'

const gigabyte = 1024 ** 3

export function settingsRoutes(app: FastifyInstance): void {
  mount(app, readFirmStorage, ({ db, actor, parts }) => readStorage(db, actor.firmId, parts.config))
  mountOpen(app, readInstallation, async ({ parts: { config } }) => {
    const { current, all } = await readKeyring(config.DATA_DIR)
    return { ...toKey(current), retired: all.slice(1).map(toKey) }
  })
  mount(app, readInstallationLimits, async ({ parts: { config } }) => ({
    speechService: describeService(config.SPEECH_URL, config.SPEECH_MODEL, config.SPEECH_ALLOW_REMOTE),
    opinionService: describeService(config.OPINION_URL, config.OPINION_MODEL ?? '', config.OPINION_ALLOW_REMOTE),
    idleHours: config.IDLE_HOURS,
    sessionDays: config.SESSION_DAYS,
    maxUploadBytes: config.MAX_UPLOAD_GB * gigabyte,
  }))
}

const toKey = ({ fingerprint, publicKey, createdAt }: InstallationKey) => ({
  fingerprint,
  publicKey,
  createdAt: createdAt.toISOString(),
})

/** Returns only the host, because the path or query may contain a key. */
const describeService = (url: string | undefined, model: string, mayBeRemote: boolean) =>
  url === undefined ? null : { host: new URL(url).host, model, mayBeRemote }

async function readStorage(
  db: Db,
  firmId: string,
  { QUOTA_GB, DELETED_KEEP_DAYS }: Pick<Config, 'QUOTA_GB' | 'DELETED_KEEP_DAYS'>,
): Promise<FirmStorage> {
  const { rows } = await db.execute<Record<'videos' | 'bytes' | 'deleted' | 'deletedBytes', number>>(sql`
    select count(*) filter (where deleted_at is null)::int as videos,
      coalesce(sum(size_bytes) filter (where deleted_at is null), 0)::float8 as bytes,
      count(*) filter (where deleted_at is not null)::int as deleted,
      coalesce(sum(size_bytes) filter (where deleted_at is not null), 0)::float8 as "deletedBytes"
    from videos where firm_id = ${firmId}`)
  const made = await db.execute<{ exports: number; bytes: number }>(sql`
    select count(*)::int as exports, coalesce(sum(size_bytes), 0)::float8 as bytes
    from exports where firm_id = ${firmId} and status = 'ready'`)
  const [kept] = rows
  const [ready] = made.rows
  return {
    videos: kept?.videos ?? 0,
    originalBytes: kept?.bytes ?? 0,
    exports: ready?.exports ?? 0,
    exportBytes: ready?.bytes ?? 0,
    deletedVideos: kept?.deleted ?? 0,
    deletedBytes: kept?.deletedBytes ?? 0,
    deletedKeepDays: DELETED_KEEP_DAYS,
    quotaBytes: QUOTA_GB === undefined ? null : QUOTA_GB * gigabyte,
  }
}
