import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { VoicesArtifact } from '#contract/videos/analysis.ts'
import type { AheadContext, Stage, StageContext } from '../stage.ts'
import type { Watch } from '../voice/activity.ts'
import { runInChild } from '../voice/apart.ts'
import { listenByModels } from '../voice/listen.ts'
import { writePrints } from '../voice/prints.ts'
import { findVoiceModels } from '../voice/voice.models.ts'
import { isNamed } from './speakers.ts'

const file = 'voices.prints'
/** Files that start with `voices.` are deleted when the stage starts, so this name is different. */
const aheadFile = 'voices_ahead.prints'
const none: VoicesArtifact = {
  ...{ kind: 'none', model: null, file: null, width: 0 },
  ...{ stretches: [], overlaps: [], mixture: null },
}

export const voicesStage: Stage<'voices'> = {
  name: 'voices',
  weight: 4,
  version: 5,
  reads: ['audio', 'transcript'],
  beside: true,
  // Wait for speech detection so the first text isn't delayed.
  ahead: { reads: ['probe', 'audio', 'speech'], run: listenAhead },
  dependsOn: ({ recognition }) => recognition.modelFolder ?? '',
  async run(context) {
    const { file: audio } = context.artifact('audio')
    const isNeeded = audio !== null && !isNamed(context.artifact('transcript').turns)
    const early = await finishAhead(context, isNeeded)
    if (early) return early
    return isNeeded ? listen(context, audio, file, context) : none
  },
}

type Begun = { ended: Promise<VoicesArtifact | null>; stop: AbortController; progress: (fraction: number) => void }
const begun = new Map<string, Begun>()

/** Extracts voice features while words are being recognized, because recognizers don't identify speakers. */
async function listenAhead(context: AheadContext): Promise<void> {
  const { folder, options, signal, enough } = context
  const { file: audio } = context.artifact('audio')
  if (enough.aborted) return
  if (audio === null || options.transcript !== null || context.artifact('probe').captions.length > 0) return
  const stop = new AbortController()
  const own: Begun = { stop, progress: () => {}, ended: Promise.resolve(null) }
  const watch = { signal: AbortSignal.any([signal, stop.signal]), progress: (each: number) => own.progress(each) }
  own.ended = listen(context, audio, aheadFile, watch).catch(() => null)
  begun.set(folder, own)
  await Promise.race([own.ended, new Promise<void>((resolve) => enough.addEventListener('abort', () => resolve()))])
}

async function finishAhead(context: StageContext, isNeeded: boolean): Promise<VoicesArtifact | null> {
  const own = begun.get(context.folder)
  begun.delete(context.folder)
  if (!own) return null
  own.progress = (fraction) => context.progress(fraction)
  if (!isNeeded) own.stop.abort()
  const voices = await own.ended
  context.signal.throwIfAborted()
  const path = join(context.folder, aheadFile)
  if (isNeeded && voices) {
    await rename(path, join(context.folder, file))
    return { ...voices, file }
  }
  await rm(path, { force: true })
  return null
}

export type Question = { wav: string; path: string; file: string }

const child = {
  file: new URL('voices.child.ts', import.meta.url),
  options: ['--expose-gc'],
  stopped: 'Voice analysis stopped unexpectedly. The machine may have run out of memory.',
}

async function listen(
  { folder, options: { recognition, threads } }: StageContext,
  audio: string,
  into: string,
  watch: Watch,
): Promise<VoicesArtifact> {
  const [wav, path] = [join(folder, audio), join(folder, into)]
  const models = recognition.modelFolder === null ? null : await findVoiceModels(recognition.modelFolder)
  if (models === null) return runInChild<VoicesArtifact>(child, { wav, path, file: into } satisfies Question, watch)
  return writePrints(path, into, await listenByModels(wav, models, threads, watch))
}
