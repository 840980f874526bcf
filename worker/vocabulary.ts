import { and, eq, isNull } from 'drizzle-orm'
import { cases } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Db } from '#server/platform/db.ts'
import type { CaseTheme } from '#engine/stage.ts'
import { refreshRun } from '#server/features/analysis/runs/runs.service.ts'
import { type VideoRow, videos } from '#server/features/videos/videos.table.ts'
import type { Parts } from '#server/platform/parts.ts'

const suffix = /^(?:jr|sr|ii|iii|iv|esq|md|phd|inc|llc|llp|ltd|corp|co|company)\.?$/i
const placeWord =
  /^(?:county|city|court|courts|courthouse|district|circuit|superior|supreme|state|united|states|north|northern|south|southern|east|eastern|west|western|new|the|of|for|and|in)$/i
const leastWord = 5

export async function listVocabulary(db: Db, caseId: string | null): Promise<string[]> {
  if (caseId === null) return []
  const [row] = await db.select().from(cases).where(eq(cases.id, caseId))
  if (!row) return []
  const named = await db
    .select({ name: jurors.displayName })
    .from(jurors)
    .where(and(eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
  const people = [
    row.judge,
    ...[...row.attorneys, ...row.witnesses].map(({ name }) => name),
    ...named.map(({ name }) => name ?? ''),
  ]
  const places = [row.court, row.county, row.state, ...row.attorneys.map(({ firm }) => firm)]
  return [
    ...new Set([
      ...people.flatMap(nameTerms),
      ...row.parties.flatMap(({ name }) => [...nameTerms(name), ...placeTerms(name)]),
      ...places.flatMap(placeTerms),
      row.caseNumber,
    ]),
  ].filter((term) => term.trim() !== '')
}

/** Uses the full name and the surname, because a first name alone may belong to someone else. */
function nameTerms(name: string): string[] {
  const [last = '', first = ''] = name.includes(',') ? name.split(',').map((part) => part.trim()) : ['', '']
  const isReversed = last !== '' && first !== '' && !suffix.test(first)
  const words = (isReversed ? `${first} ${last}` : name.replaceAll(',', ' '))
    .split(/\s+/)
    .filter((word) => word !== '' && !suffix.test(word))
  return words.length < 2 ? words : [words.join(' '), words.at(-1) ?? '']
}

const placeTerms = (name: string): string[] =>
  name
    .split(/[\s,&]+/)
    .filter(
      (word) => /^\p{Lu}\p{Ll}/u.test(word) && word.length >= leastWord && !placeWord.test(word) && !suffix.test(word),
    )

export async function listThemes(db: Db, caseId: string | null): Promise<CaseTheme[]> {
  if (caseId === null) return []
  const [row] = await db.select({ issues: cases.issues }).from(cases).where(eq(cases.id, caseId))
  return (row?.issues ?? []).map(({ name, watchWords }) => ({ name, watchWords }))
}

export async function followThemes(
  parts: Parts,
  { id, caseId }: Pick<VideoRow, 'id' | 'caseId'>,
  read: readonly CaseTheme[],
): Promise<boolean> {
  return parts.database.db.transaction(async (tx) => {
    await tx.select({ id: videos.id }).from(videos).where(eq(videos.id, id)).for('update')
    if (JSON.stringify(await listThemes(tx, caseId)) === JSON.stringify(read)) return false
    return refreshRun(tx, parts, id, null)
  })
}
