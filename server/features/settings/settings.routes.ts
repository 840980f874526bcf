import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type FirmStorage, readFirmStorage, readInstallationLimits } from '#contract/account/firm-settings.ts'
import { readInstallation } from '#contract/operations/installation.ts'
import { exports } from '#server/features/exports/core/exports.table.ts'
import { isStoredExport } from '#server/features/videos/videos.queries.ts'
import { videos } from '#server/features/videos/videos.table.ts'
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
  const count = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`
  const sum = (where: SQL) => sql<number>`coalesce(sum(${videos.sizeBytes}) filter (where ${where}), 0)::float8`
  const [isKept, isDeleted] = [isNull(videos.deletedAt), isNotNull(videos.deletedAt)]
  const [stored] = await db
    .select({ kept: count(isKept), keptBytes: sum(isKept), deleted: count(isDeleted), deletedBytes: sum(isDeleted) })
    .from(videos)
    .where(eq(videos.firmId, firmId))
  const [ready] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${exports.sizeBytes}), 0)::float8`,
    })
    .from(exports)
    .where(and(eq(exports.firmId, firmId), isStoredExport))
  return {
    videos: stored!.kept,
    originalBytes: stored!.keptBytes,
    exports: ready!.count,
    exportBytes: ready!.bytes,
    deletedVideos: stored!.deleted,
    deletedBytes: stored!.deletedBytes,
    deletedKeepDays: DELETED_KEEP_DAYS,
    usedBytes: stored!.keptBytes + ready!.bytes,
    quotaBytes: QUOTA_GB === undefined ? null : QUOTA_GB * gigabyte,
  }
}
