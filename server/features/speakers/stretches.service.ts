import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { jurorKey } from '#contract/jurors/key.ts'
import { isSharedLabel, readAskedLabel } from '#contract/speakers/asked.ts'
import type { VoiceNaming } from '#contract/speakers/naming.ts'
import type * as contract from '#contract/speakers/proposals.ts'
import { analyses, transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { readStoredProposals } from '#server/features/proposals/proposals.queries.ts'
import { may, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { readVoiceNaming } from './naming.queries.ts'
import { findOrAddJurors } from './naming.service.ts'
import { assignVoice } from './speakers.queries.ts'
import { speakerAssignments, voiceWishes } from './speakers.table.ts'
import { moveTurnsTo } from './turns.queries.ts'
import { anchorSpans, changeVoices, makeLabel, requireIdentified, toSpan } from './voices.service.ts'

const lineCharacters = 240

type Row = Pick<typeof transcriptTurns.$inferSelect, 'index' | 'speaker' | 'startMs' | 'endMs'>
type Name = z.output<typeof contract.nameStretches.input>['names'][number]

/** The caller must check access to the video. */
export async function readStretches(db: Db, actor: Actor, video: SeenVideo): Promise<contract.JurorStretches> {
  const { id: videoId } = video
  const proposals = await readStoredProposals(db, videoId)
  const [stored] = await db.select({ grouping: analyses.runId }).from(analyses).where(eq(analyses.videoId, videoId))
  const [wish] = await db
    .select({ version: voiceWishes.version })
    .from(voiceWishes)
    .where(eq(voiceWishes.videoId, videoId))
  const rows = await listSpoken(db, videoId, [...new Set(proposals.map(({ speaker }) => speaker))])
  const named = await db
    .select({ label: speakerAssignments.label })
    .from(speakerAssignments)
    .where(eq(speakerAssignments.videoId, videoId))
  const isNamed = (label: string): boolean => named.some((each) => each.label === label)
  const found = proposals
    .filter(({ speaker }) => !isNamed(speaker))
    .flatMap(({ speaker: label, jurorNumber, seat, confidence, stretches, excerpts }) => {
      const isOneVoice = proposals.filter((each) => each.speaker === label).length === 1 && !isSharedLabel(label)
      return stretches.flatMap(({ fromTurn, toTurn, ...own }): contract.JurorStretch[] => {
        const said = own.said ?? excerpts[0] ?? null
        const turns = listTurns(rows, { label, fromTurn, toTurn }).length
        if (turns === 0 || (own.said === undefined && !isOneVoice)) return []
        const kind = readAskedLabel(label) ? 'answers' : own.said === undefined ? 'voice' : 'stretch'
        const sure = own.confidence ?? confidence
        return [{ kind, label, fromTurn, toTurn, jurorNumber, seat, confidence: sure, turns, said, lines: [] }]
      })
    })
    .toSorted((a, b) => (a.said?.turn ?? a.fromTurn) - (b.said?.turn ?? b.fromTurn))
  return {
    stretches: await addLines(db, videoId, found),
    mayName: may(actor, video, 'correct'),
    version: wish?.version ?? 0,
    grouping: stored?.grouping ?? null,
  }
}

async function addLines(
  db: Db,
  videoId: string,
  found: readonly contract.JurorStretch[],
): Promise<contract.JurorStretch[]> {
  const listAround = ({ kind, said }: contract.JurorStretch): number[] =>
    kind === 'answers' && said ? [said.turn - 1, said.turn, said.turn + 1] : []
  const { index, speaker, text } = transcriptTurns
  const lines = await db
    .select({ turn: index, speaker, text: sql<string>`left(${text}, ${lineCharacters})` })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(index, found.flatMap(listAround))))
    .orderBy(index)
  return found.map((each) => ({ ...each, lines: lines.filter(({ turn }) => listAround(each).includes(turn)) }))
}

/** Names only the turns inside each segment. A label that belongs entirely to one juror keeps its turns. */
export async function nameStretches(
  context: Context,
  videoId: string,
  { version, grouping, names }: z.output<typeof contract.nameStretches.input>,
): Promise<VoiceNaming> {
  const labels = [...new Set(names.map(({ label }) => label))]
  const numbers = names.map(({ jurorNumber }) => jurorNumber)
  const check = async () => decide(names, await listSpoken(context.db, videoId, labels))
  const shown = { version, grouping }
  const jurorIds = await findOrAddJurors(context, videoId, { ...shown, numbers, field: 'names.0.jurorNumber' }, check)
  return changeVoices(context, videoId, shown, {
    read: readVoiceNaming,
    async work({ tx, version: next }) {
      const decisions = decide(names, await listSpoken(tx, videoId, labels))
      const moves = new Map<string, Row[]>()
      for (const { key, jurorNumber, whole, moved } of decisions) {
        const jurorId = jurorIds.get(key)
        if (jurorId === undefined) throw absent('juror')
        const person = { role: 'juror' as const, jurorId, assignedBy: context.actor.userId }
        for (const label of whole) await assignVoice(tx, { videoId, label }, next, person)
        if (moved.length === 0) continue
        const into = await chooseLabel(tx, videoId, { jurorId, jurorNumber })
        await assignVoice(tx, { videoId, label: into }, next, person)
        moves.set(into, moved)
      }
      const marks = [...moves].flatMap(([label, rows]) =>
        rows.flatMap((row) => {
          const span = toSpan(row)
          return span ? [{ ...span, label }] : []
        }),
      )
      await anchorSpans(tx, videoId, context.actor.userId, marks)
      await moveTurnsTo(
        tx,
        videoId,
        [...moves].map(([label, rows]) => [label, rows.map(({ index }) => index)]),
      )
      const details = decisions.map(({ jurorNumber, whole, moved }) => ({ jurorNumber, whole, turns: moved.length }))
      return { action: 'voice.named', details: { names: details } }
    },
  })
}

type Decision = { key: string; jurorNumber: string; whole: string[]; moved: Row[] }

/** Decides, for each juror, which labels are theirs and which turns move. Throws if two names claim the same turn. */
function decide(names: readonly Name[], rows: readonly Row[]): Decision[] {
  const decisions = new Map<string, Decision>()
  const owners = new Map<number, string>()
  for (const [at, name] of names.entries()) {
    const own = listTurns(rows, name)
    if (own.length === 0) throw absent('part of the transcript')
    const key = jurorKey(name.jurorNumber)
    const { jurorNumber } = name
    const decision = decisions.get(key) ?? { key, jurorNumber, whole: [], moved: [] }
    decisions.set(key, decision)
    const fresh = own.filter(({ index }) => !owners.has(index))
    if (own.some(({ index }) => (owners.get(index) ?? key) !== key)) {
      const message = `Two names claim the same turns. Choose one of them for juror ${jurorNumber}.`
      throw new Refusal('invalid', message, { fields: { [`names.${at}.fromTurn`]: message } })
    }
    for (const { index } of own) owners.set(index, key)
    const isWhole = own.length === rows.filter(({ speaker }) => speaker === name.label).length
    if (isWhole && !isSharedLabel(name.label)) {
      requireIdentified({ [`names.${at}.label`]: name.label })
      decision.whole.push(name.label)
    } else decision.moved.push(...fresh)
  }
  return [...decisions.values()]
}

/** Skips turns without times because their names couldn't carry over to the next analysis. */
const listTurns = (rows: readonly Row[], { label, fromTurn, toTurn }: Omit<Name, 'jurorNumber'>): Row[] =>
  rows.filter((row) => row.speaker === label && row.index >= fromTurn && row.index <= toTurn && toSpan(row) !== null)

function listSpoken(db: Db, videoId: string, labels: readonly string[]): Promise<Row[]> {
  const { index, speaker, startMs, endMs, role } = transcriptTurns
  return db
    .select({ index, speaker, startMs, endMs })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), inArray(speaker, [...labels]), ne(role, 'note')))
    .orderBy(index)
}

async function chooseLabel(
  tx: Db,
  videoId: string,
  { jurorId, jurorNumber }: { jurorId: string; jurorNumber: string },
): Promise<string> {
  const assigned = await tx
    .select({ label: speakerAssignments.label, jurorId: speakerAssignments.jurorId })
    .from(speakerAssignments)
    .where(eq(speakerAssignments.videoId, videoId))
  const own = assigned.find((each) => each.jurorId === jurorId && !isSharedLabel(each.label))
  if (own) return own.label
  const { speaker, jurorNumber: written } = transcriptTurns
  const labels = await tx
    .selectDistinct({ label: speaker, jurorNumber: written })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), ne(transcriptTurns.role, 'note')))
  const isFree = (label: string): boolean => !assigned.some((each) => each.label === label)
  const match = labels.find(
    (each) =>
      each.label !== null &&
      each.jurorNumber !== null &&
      jurorKey(each.jurorNumber) === jurorKey(jurorNumber) &&
      isFree(each.label),
  )
  if (match?.label) return match.label
  const isHeard = labels.some(({ label }) => label?.startsWith('voice-'))
  const number = await readJurorNumber(tx, jurorId, jurorNumber)
  const plain = `JUROR ${number}`
  return !isHeard && isFree(plain) && !labels.some(({ label }) => label === plain) ? plain : makeLabel(tx, videoId)
}

async function readJurorNumber(tx: Db, jurorId: string, said: string): Promise<string> {
  const [juror] = await tx.select({ jurorNumber: jurors.jurorNumber }).from(jurors).where(eq(jurors.id, jurorId))
  return juror?.jurorNumber ?? said
}
