import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { jurorKey } from '#contract/jurors/key.ts'
import type * as contract from '#contract/speakers/naming.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { createJuror } from '#server/features/jurors/jurors.service.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { requireMay, requireVideo } from '#server/features/videos/videos.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { readVoiceNaming } from './naming.queries.ts'
import { assignVoice } from './speakers.queries.ts'
import { speakerAssignments } from './speakers.table.ts'
import { moveTurns } from './turns.queries.ts'
import { restoreVoices } from './undo.queries.ts'
import {
  anchorSpans,
  changeVoices,
  makeLabel,
  requireCurrent,
  requireIdentified,
  type Shown as ShownVoices,
  toSpan,
} from './voices.service.ts'
import { readSpeakerMethod } from './voices.queries.ts'

type Input = z.output<typeof contract.nameVoice.input>

/** Names the voice in the excerpts that the user saw, even if regrouping has since given it another label. */
export async function nameVoice(
  context: Context,
  videoId: string,
  { version, label, turns, person }: Input,
): Promise<contract.VoiceNaming> {
  const { userId } = context.actor
  requireIdentified({ label })
  const jurorId = person?.jurorNumber ? await findOrAddOne(person.jurorNumber) : null
  return changeVoices(
    context,
    videoId,
    { version },
    {
      read: readVoiceNaming,
      async work({ tx, version: next }) {
        const shown = await readShown(tx, videoId, label, turns)
        const into = await chooseLabel(tx, videoId, label, shown, { role: person?.role ?? null, jurorId })
        if (person === null)
          await tx
            .delete(speakerAssignments)
            .where(and(eq(speakerAssignments.videoId, videoId), eq(speakerAssignments.label, into)))
        else {
          await assignVoice(tx, { videoId, label: into }, next, { role: person.role, jurorId, assignedBy: userId })
          if (await isHeard(tx, videoId)) {
            const spans = shown.flatMap((turn) => toSpan(turn) ?? [])
            await anchorSpans(
              tx,
              videoId,
              userId,
              spans.map((span) => ({ ...span, label: into })),
            )
            const moved = shown.filter(({ speaker }) => speaker !== into).map(({ index }) => index)
            await moveTurns(tx, videoId, moved, into)
          }
        }
        return {
          action: person === null ? 'speaker.unassigned' : 'speaker.assigned',
          details: { label: into, role: person?.role ?? null, jurorId },
        }
      },
    },
  )

  async function findOrAddOne(jurorNumber: string): Promise<string | null> {
    const asked = { version, numbers: [jurorNumber], field: 'person.jurorNumber' }
    const ids = await findOrAddJurors(context, videoId, asked, () => readShown(context.db, videoId, label, turns))
    return ids.get(jurorKey(jurorNumber)) ?? null
  }
}

export const undoVoices = (context: Context, videoId: string, version: number): Promise<contract.VoiceNaming> =>
  changeVoices(
    context,
    videoId,
    { version },
    {
      read: readVoiceNaming,
      isUndo: true,
      async work({ tx, version: next, undo }) {
        if (!undo) throw new Refusal('conflict', 'This change can’t be undone anymore.')
        const people = await restoreVoices(tx, videoId, undo, next)
        return { action: 'voice.undone', details: { version, people } }
      },
    },
  )

/**
 * Returns a juror ID for each number. Uses its own transactions because adding a juror locks the case, which must be
 * locked before the video. `check` runs first so that a rejected name doesn't leave a new juror behind.
 */
export async function findOrAddJurors(
  context: Context,
  videoId: string,
  shown: ShownVoices & { numbers: readonly string[]; field: string },
  check: () => Promise<unknown>,
): Promise<Map<string, string>> {
  const { db, actor } = context
  const video = await requireVideo(db, actor, videoId)
  requireMay(actor, video, 'correct')
  if (video.caseId === null) {
    const message = 'Add this video to a case before you name a juror.'
    throw new Refusal('invalid', message, { fields: { [shown.field]: message } })
  }
  requireCurrent(await readVoiceNaming(db, actor, video), shown)
  await check()
  const rows = await db
    .select({ id: jurors.id, jurorNumber: jurors.jurorNumber })
    .from(jurors)
    .where(and(eq(jurors.caseId, video.caseId), isNull(jurors.deletedAt)))
  const known = new Map(rows.map(({ id, jurorNumber }) => [jurorKey(jurorNumber), id]))
  for (const jurorNumber of shown.numbers)
    if (!known.has(jurorKey(jurorNumber)))
      known.set(jurorKey(jurorNumber), (await createJuror(context, video.caseId, { jurorNumber })).id)
  return known
}

type Shown = Pick<typeof transcriptTurns.$inferSelect, 'index' | 'speaker' | 'startMs' | 'endMs'>

async function readShown(tx: Db, videoId: string, label: string, turns: readonly number[]): Promise<Shown[]> {
  const { index, speaker, startMs, endMs } = transcriptTurns
  const where =
    turns.length > 0 ? inArray(index, [...turns]) : and(eq(speaker, label), eq(transcriptTurns.videoId, videoId))
  const rows = await tx
    .select({ index, speaker, startMs, endMs })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), where))
  if (rows.length === 0 || (turns.length > 0 && rows.length < new Set(turns).size)) throw absent('voice')
  return turns.length > 0 ? rows : []
}

type Person = { role: string | null; jurorId: string | null }

async function chooseLabel(
  tx: Db,
  videoId: string,
  label: string,
  shown: readonly Shown[],
  person: Person,
): Promise<string> {
  if (shown.length === 0 || shown.some(({ speaker }) => speaker === label)) return label
  const counts = Map.groupBy(shown, ({ speaker }) => speaker)
  const [now] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  if (!now) return makeLabel(tx, videoId)
  const [named] = await tx
    .select({ role: speakerAssignments.role, jurorId: speakerAssignments.jurorId })
    .from(speakerAssignments)
    .where(and(eq(speakerAssignments.videoId, videoId), eq(speakerAssignments.label, now)))
  const isFree = !named || (named.role === person.role && named.jurorId === person.jurorId)
  return isFree ? now : makeLabel(tx, videoId)
}

async function isHeard(tx: Db, videoId: string): Promise<boolean> {
  return (await readSpeakerMethod(tx, videoId)) === 'voices'
}
