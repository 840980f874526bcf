import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { chainStart, hashOf } from './audit.service.ts'
import { auditEvents } from './audit.table.ts'

/** One chain's result. `brokenAt` is the first number that does not fit; null for a chain that is intact. */
export type ChainReport = { chain: string; events: number; brokenAt: number | null; fault: string | null }

/** Events read at a time, so that memory does not grow with the chain. */
const batchSize = 1000

export async function verifyAudit(db: Db): Promise<ChainReport[]> {
  const chains = await db.selectDistinct({ chain: auditEvents.chain }).from(auditEvents).orderBy(auditEvents.chain)
  const reports: ChainReport[] = []
  for (const { chain } of chains) reports.push(await verifyChain(db, chain))
  return reports
}

async function verifyChain(db: Db, chain: string): Promise<ChainReport> {
  let seq = 0
  let previousHash = chainStart
  const broken = (at: number, fault: string): ChainReport => ({ chain, events: seq, brokenAt: at, fault })
  while (true) {
    const batch = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.chain, chain), gt(auditEvents.seq, seq)))
      .orderBy(asc(auditEvents.seq))
      .limit(batchSize)
    for (const event of batch) {
      if (event.seq !== seq + 1) return broken(seq + 1, `event ${seq + 1} is missing`)
      if (event.previousHash !== previousHash)
        return broken(event.seq, `event ${event.seq} does not follow the one before it`)
      if (hashOf(event) !== event.hash) return broken(event.seq, `event ${event.seq} was changed`)
      seq = event.seq
      previousHash = event.hash
    }
    if (batch.length < batchSize) return { chain, events: seq, brokenAt: null, fault: null }
  }
}
