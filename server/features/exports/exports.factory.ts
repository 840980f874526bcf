import { createHash } from 'node:crypto'
import { layoutFor } from '#contract/sessions/seating.ts'
import { ExportFilters, ExportOptions } from '#contract/exports/exports.ts'
import type { Chain, Exchange, Finding } from '#contract/findings/findings.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { buildAnalysis, buildFinding, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import type { Actor } from '#server/platform/actor.ts'
import { newId } from '#server/platform/ids.ts'
import type { Parts } from '#server/platform/parts.ts'
import { exportKey, type ExportRow, exports } from './core/exports.table.ts'

export type Sitting = { caseId: string; sessionId: string; videoId: string; jurorId: string }

export async function buildSitting(
  parts: Pick<Parts, 'database' | 'storage'>,
  actor: Actor,
  {
    turns,
    juror = {},
    bytes,
    exchanges = [],
    chains = [],
    findings = [buildFinding({ turn: 1, startMs: 4000, endMs: 7000 })],
  }: {
    turns?: Partial<Turn>[]
    juror?: Partial<typeof jurors.$inferInsert>
    bytes?: Buffer
    findings?: Finding[]
    exchanges?: Exchange[]
    chains?: Chain[]
  } = {},
): Promise<Sitting> {
  const { db } = parts.database
  const caseId = await buildCase(db, actor)
  const [sessionId, jurorId, otherId] = [newId(), newId(), newId()]
  await db.insert(sessions).values({
    id: sessionId,
    firmId: actor.firmId,
    caseId,
    name: 'Voir dire day 1',
    type: 'jury_voir_dire',
    seatingLayout: layoutFor(2),
    checklist: { recorded: true, reporterPresent: false, rulesRead: false, questionnaireLoaded: false },
    createdBy: actor.userId,
    updatedBy: actor.userId,
  })
  const person = { firmId: actor.firmId, caseId, createdBy: actor.userId, updatedBy: actor.userId }
  await db.insert(jurors).values([
    {
      ...person,
      id: jurorId,
      jurorNumber: '12',
      displayName: 'Delphine Marchetti',
      employer: 'Quill Harbour Logistics',
      occupation: 'Dispatcher',
      notes: 'WORKPRODUCT watch her',
      orderIndex: 1,
      ...juror,
    },
    { ...person, id: otherId, jurorNumber: '13', displayName: 'Otis Bramwell', orderIndex: 2 },
  ])
  const video = await buildVideo(parts, actor, { caseId, durationMs: 600_000, ...(bytes ? { bytes } : {}) })
  await db.insert(sessionVideos).values({ sessionId, videoId: video.id, position: 1 })
  const listed: Partial<Turn>[] = turns ?? [
    { text: 'Ms. Marchetti, do you know the witness?', speaker: 'THE COURT', role: 'judge', jurorNumber: null },
    { text: 'I know the officer. I work at Quill Harbour Logistics.' },
    { text: 'I could be fair.' },
  ]
  await buildAnalysis(
    db,
    video.id,
    buildResults({
      turns: listed.map((each, index) => buildTurn(index, each)),
      findings,
      exchanges,
      chains,
    }),
  )
  return { caseId, sessionId, videoId: video.id, jurorId }
}

export async function buildExport(
  { database, storage }: Pick<Parts, 'database' | 'storage'>,
  actor: Actor,
  { bytes = Buffer.from('the bytes of an export'), ...given }: Partial<ExportRow> & { caseId: string; bytes?: Buffer },
): Promise<ExportRow> {
  const id = newId()
  const fileKey = exportKey({ id, firmId: actor.firmId, claim: 1 })
  await storage.put(fileKey, bytes)
  const [row] = await database.db
    .insert(exports)
    .values({
      id,
      firmId: actor.firmId,
      type: 'csv',
      template: 'jurors',
      title: 'Jurors: State v. Example',
      scope: { kind: 'case', id: given.caseId },
      filters: ExportFilters.parse({}),
      options: ExportOptions.parse({}),
      neverLinked: false,
      hasPassword: false,
      status: 'ready',
      filename: 'jurors.csv',
      mime: 'text/csv; charset=utf-8',
      fileKey,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      expiresInHours: 48,
      expiresAt: new Date(Date.now() + 48 * 3_600_000),
      createdBy: actor.userId,
      readyAt: new Date(),
      ...given,
    })
    .returning()
  return row!
}

export async function tablesHolding({ database }: Pick<Parts, 'database'>, text: string): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await database.pool.query(
      `select 1 from "${schema}"."${name}" each where position($1 in to_jsonb(each)::text) > 0 limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
