import type { Database } from '../db.ts'
import { buildBoss } from './boss.ts'

/** Makes or updates the queue's tables (schema `pgboss`) without starting anything. */
export async function installQueue(database: Database): Promise<void> {
  const { boss } = buildBoss(database, () => {})
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}
