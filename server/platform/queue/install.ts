import type { Database } from '../db.ts'
import { buildBoss } from './boss.ts'

export async function installQueue(database: Database): Promise<void> {
  const { boss } = buildBoss(database, () => {})
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}
