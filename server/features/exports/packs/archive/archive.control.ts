import { and, eq, ne, or } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { firms, members, users } from '#server/features/team/team.table.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { checkScope } from '#server/features/videos/integrity.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { openStorage } from '#server/platform/storage/open.ts'
import { runInThread } from '../../core/thread.ts'
import { type Imported, importCase } from './archive.import.ts'
import { caseImports } from '../../core/exports.table.ts'
import { collectCase } from './archive.write.ts'

type At = { database: Database; config: Config }

export async function exportCase(at: At, args: unknown): Promise<{ title: string; path: string }> {
  const { caseId, out } = z
    .object({ caseId: z.uuid('Use the case ID from its URL: /cases/<id>.'), out: z.string() })
    .parse(args)
  const { db } = at.database
  const [found] = await db.select().from(cases).where(eq(cases.id, caseId))
  if (!found) throw new Error(`Case ${caseId} not found. Use the ID from its URL: /cases/<id>.`)
  if (existsSync(out)) throw new Error(`${out} already exists. Choose another file name.`)
  const storage = await openStorage(at.config)
  {
    await using hasher = openHasher()
    await checkScope({ db, storage, hasher }, { kind: 'case', id: caseId })
  }
  const folder = await mkdtemp(join(dirname(out), '.venire-archive-'))
  try {
    const { release, ...what } = await collectCase({ db, storage, caseId, folder }, () => {})
    try {
      await recordExport(db, found, 'case.archive_written', 'from the command line')
      const never = new AbortController().signal
      await runInThread(
        new URL('../sealed/seal.thread.ts', import.meta.url),
        { ...what, folder, keyFolder: at.config.DATA_DIR, out },
        () => {},
        never,
      ).catch(async (error: unknown) => {
        await recordExport(
          db,
          found,
          'case.archive_failed',
          `from the command line: ${error instanceof Error ? error.message : String(error)}`,
        )
        throw error
      })
    } finally {
      await release()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { title: found.title, path: out }
}

/** Recorded before the file exists, so that no archive is missing from the record after a crash. */
const recordExport = (
  db: Db,
  { id, firmId }: { id: string; firmId: string },
  action: `case.archive_${'written' | 'failed'}`,
  reason: string,
): Promise<void> =>
  db.transaction((tx) =>
    recordAudit(tx, {
      firmId,
      actorId: null,
      action,
      entity: 'case',
      entityId: id,
      caseId: id,
      reason,
    }),
  )

export async function importCaseFromFile(at: At, args: unknown): Promise<Imported> {
  const { path, firm, lead, caseNumber, match } = z
    .object({
      path: z.string(),
      firm: z.string().nullable(),
      lead: z.string().nullable(),
      caseNumber: z.string().trim().min(1).max(60).nullable(),
      /** "EMAIL", or "EMAIL=EMAIL" if the member uses a different address here. */
      match: z.array(z.string()).default([]),
    })
    .parse(args)
  const { db } = at.database
  const firmId = await findFirm(db, firm)
  const leadId = await findLead(db, firmId, lead)
  const byEmail = await findMatches(db, firmId, match)
  const importId = newId()
  const values = { id: importId, firmId, status: 'running' as const, caseNumber, createdBy: leadId }
  await db.insert(caseImports).values(values)
  try {
    return await importCase(
      { db, storage: await openStorage(at.config), config: at.config },
      {
        importId,
        path,
        firmId,
        leadId,
        caseNumber,
        fromCommandLine: true,
        match: ({ email }) => byEmail.get(email.toLowerCase()) ?? null,
      },
      () => {},
    )
  } catch (error) {
    await db.delete(caseImports).where(and(eq(caseImports.id, importId), ne(caseImports.status, 'done')))
    throw error
  }
}

async function findMatches(db: Db, firmId: string, match: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const each of match) {
    const [there, here = there] = each.split('=').map((part) => part.trim().toLowerCase())
    const [member] = await db
      .select({ id: users.id })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(eq(members.firmId, firmId), eq(members.status, 'active'), eq(users.email, here!)))
    if (!member) throw new Error(`No member of the firm has the email address ${here}.`)
    found.set(there!, member.id)
  }
  return found
}

async function findFirm(db: Db, asked: string | null): Promise<string> {
  const all = await db.select({ id: firms.id, name: firms.name }).from(firms)
  const found =
    asked === null ? all : all.filter(({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase())
  if (found.length === 1) return found[0]!.id
  const names = all.slice(0, 20).map(({ id, name }) => `${name} (${id})`)
  if (asked === null) throw new Error(`Choose a firm with --firm. Firms: ${names.join(', ') || 'none yet'}.`)
  throw new Error(
    `${found.length === 0 ? 'No firm' : 'More than one firm'} is named "${asked}". Firms: ${names.join(', ')}.`,
  )
}

async function findLead(db: Db, firmId: string, asked: string | null): Promise<string> {
  const isOne = asked === null ? eq(members.role, 'administrator') : or(eq(users.email, asked.trim().toLowerCase()))
  const found = await db
    .select({ id: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.firmId, firmId), eq(members.status, 'active'), isOne))
  if (found.length === 1) return found[0]!.id
  throw new Error(
    asked === null
      ? 'Choose the case lead with --lead EMAIL. The lead must be a member of the firm.'
      : `No member of the firm has the email address ${asked}.`,
  )
}
