import { asc, eq } from 'drizzle-orm'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { users } from '#server/features/team/team.table.ts'
import { caseImports, importedAuditLines } from '../../core/exports.table.ts'
import { cleanText } from '../content/clean.ts'
import type { Gathered } from '../content/gather.ts'
import type { Table } from './table.ts'

const columns: [string, number][] = [
  ['Number', 9],
  ['At (UTC)', 24],
  ['Who', 20],
  ['IP address', 16],
  ['Action', 26],
  ['Entity', 14],
  ['Entity id', 38],
  ['Details', 60],
  ['Reason', 30],
  ['Hash before', 66],
  ['Hash', 66],
]

/** The case's events with the hashes that chain them in the firm's record; events between belong to other cases. */
export async function auditTable({ db, subject }: Gathered): Promise<Table> {
  const rows = await db
    .select({ event: auditEvents, by: users.name })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(eq(auditEvents.caseId, subject.inCase!.id))
    .orderBy(asc(auditEvents.seq))
  return {
    name: 'Activity',
    columns: columns.map(([title, widthChars]) => ({ title, widthChars })),
    rows: [
      ...(await importedRows(db, subject.inCase!.id)),
      ...rows.map(({ event, by }) => [
        event.seq,
        event.at.toISOString(),
        cleanText(by ?? ''),
        event.ip ?? '',
        event.action,
        event.entity,
        event.entityId ?? '',
        cleanText(event.details),
        cleanText(event.reason ?? ''),
        event.previousHash,
        event.hash,
      ]),
    ],
  }
}

/** Of a case that came from an archive: what had been done to it before, with the hashes of that installation. */
async function importedRows(db: Gathered['db'], caseId: string): Promise<Table['rows']> {
  const lines = await db
    .select({ line: importedAuditLines.line })
    .from(importedAuditLines)
    .innerJoin(caseImports, eq(caseImports.id, importedAuditLines.importId))
    .where(eq(caseImports.caseId, caseId))
    .orderBy(asc(importedAuditLines.importId), asc(importedAuditLines.position))
  return lines.flatMap(({ line }) => {
    const event = JSON.parse(line) as Record<string, string | number | null>
    if (event.kind !== 'event') return []
    const text = (value: string | number | null | undefined) => cleanText(String(value ?? ''))
    const by = event.actorId ? `${event.actorId} (earlier installation)` : '(earlier installation)'
    const rest = [event.ip, event.action, event.entity, event.entityId, event.details, event.reason]
    return [[Number(event.seq), text(event.at), by, ...rest.map(text), text(event.previousHash), text(event.hash)]]
  })
}
