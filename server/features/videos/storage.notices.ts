import { statfs } from 'node:fs/promises'
import { type News, notify } from '#server/features/notifications/notifications.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { gigabyte } from './uploads/folder.ts'
import { listFirmsOverQuota, listOperatorsByFirm, recordStorageNotice } from './videos.queries.ts'

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
  config: Pick<Config, 'QUOTA_GB' | 'OPERATOR_EMAILS'>,
  disk: number,
): Promise<string[]> {
  const { QUOTA_GB } = config
  const [ofQuota, ofDisk] = ['storage.quota_nearly_full', 'storage.disk_nearly_full']
  const nearlyFull = { actorId: null, type: 'warning', category: 'system', title: 'Storage almost full' } as const
  return db.transaction(async (tx) => {
    const news: News[] = []
    if (QUOTA_GB !== undefined) {
      const quotaBytes = QUOTA_GB * gigabyte
      const full = await listFirmsOverQuota(tx, fullShare * quotaBytes, { topic: ofQuota, repeatDays })
      for (const { firmId, bytes } of full) {
        news.push({
          ...nearlyFull,
          firmId,
          topic: ofQuota,
          entityId: firmId,
          message: `Your firm has used ${percent(bytes / quotaBytes)} of its ${QUOTA_GB} GB of storage. Delete videos or revoke exports you no longer need.`,
          action: { url: '/videos' },
          to: { administrators: true },
        })
      }
    }
    if (disk > fullShare) {
      for (const { firmId, userIds } of await listOperatorsByFirm(tx, config, { topic: ofDisk, repeatDays })) {
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
    const notified: string[] = []
    for (const each of news) {
      if ((await notify(tx, each)) === 0) continue
      await recordStorageNotice(tx, each.firmId, each.topic)
      notified.push(each.firmId)
    }
    return notified
  })
}

const percent = (share: number): string => `${Math.floor(share * 100)}%`
