import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { type News, notify } from '#server/features/notifications/notifications.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { gigabyte } from './uploads/folder.ts'

const fullShare = 0.8
const repeatDays = 7

/** Returns how full the disk is, from 0 to 1. Space reserved for root doesn't count as available. */
export async function diskShare(folder: string): Promise<number> {
  const { bavail, bfree, blocks } = await statfs(folder)
  const taken = blocks - bfree
  return taken / (taken + bavail)
}

export async function notifyStorageAlmostFull(
  db: Db,
  { QUOTA_GB }: Pick<Config, 'QUOTA_GB'>,
  disk: number,
): Promise<string[]> {
  const [ofQuota, ofDisk] = ['storage.quota_nearly_full', 'storage.disk_nearly_full']
  const untold = (topic: string, firmId: ReturnType<typeof sql>) => sql`not exists (select from notifications
    where notifications.firm_id = ${firmId} and topic = ${topic}
      and created_at > now() - make_interval(days => ${repeatDays}))`
  const nearlyFull = { actorId: null, type: 'warning', category: 'system', title: 'Storage almost full' } as const
  return db.transaction(async (tx) => {
    const news: News[] = []
    if (QUOTA_GB !== undefined) {
      const { rows } = await tx.execute<{ firmId: string; bytes: number }>(sql`
        select firm_id as "firmId", sum(size_bytes)::float8 as bytes from videos
        where deleted_at is null and ${untold(ofQuota, sql`videos.firm_id`)}
        group by firm_id having sum(size_bytes) > ${fullShare * QUOTA_GB * gigabyte}::float8`)
      for (const { firmId, bytes } of rows) {
        news.push({
          ...nearlyFull,
          firmId,
          topic: ofQuota,
          entityId: firmId,
          message: `Your firm has used ${percent(bytes / (QUOTA_GB * gigabyte))} of its ${QUOTA_GB} GB of video storage. Delete videos you no longer need.`,
          action: { url: '/videos' },
          to: { administrators: true },
        })
      }
    }
    if (disk > fullShare) {
      const { rows } = await tx.execute<{ firmId: string; userIds: string[] }>(sql`
        select members.firm_id as "firmId", array_agg(users.id) as "userIds" from users
        join members on members.user_id = users.id
        where users.is_operator and ${untold(ofDisk, sql`members.firm_id`)} group by members.firm_id`)
      for (const { firmId, userIds } of rows) {
        news.push({
          ...nearlyFull,
          firmId,
          topic: ofDisk,
          entityId: firmId,
          message: `This installation’s disk is ${percent(disk)} full. Add space, or delete videos you no longer need.`,
          action: { url: '/dashboard' },
          to: { userIds },
        })
      }
    }
    const told: string[] = []
    for (const each of news) if ((await notify(tx, each)) > 0) told.push(each.firmId)
    return told
  })
}

const percent = (share: number): string => `${Math.floor(share * 100)}%`
