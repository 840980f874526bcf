import { join } from 'node:path'
import type { Transcript } from '#contract/videos/transcript.ts'
import type { Stage, StageContext } from '../stage.ts'
import { placeWords, removeCheckpoints } from '../align/align.ts'
import { placeCueWords } from '../align/cues.ts'
import { describeGaps, listAlignment, timeTurns } from '../align/result.ts'
import { checkTimes, spreadTurns } from '../align/estimate.ts'
import { findSphinx, type Sphinx } from '../align/sphinx.ts'
import { markChecks } from '../speech/words/certainty.ts'
import { correctWords } from '../speech/words/vocabulary.ts'

const warn = (transcript: Transcript, ...warnings: string[]): Transcript => ({
  ...transcript,
  warnings: [...transcript.warnings, ...warnings],
})

export const alignStage: Stage<'align'> = {
  name: 'align',
  weight: 30,
  version: 5,
  reads: ['probe', 'audio', 'speech', 'transcript'],
  // When PocketSphinx gets installed, estimated times become stale.
  // The vocabulary isn't included, so a new juror doesn't make every video stale. Rerun this stage to apply new terms.
  dependsOn: () => (findSphinx() ? 'aligned' : 'estimated'),
  async run(context) {
    const transcript = context.artifact('transcript')
    const { durationMs } = context.artifact('probe')
    const { regions } = context.artifact('speech')
    const { file } = context.artifact('audio')
    if (transcript.format === 'recognized') return refine(checkTimes(transcript, durationMs), context)
    if (transcript.turns.some((turn) => turn.startMs !== null)) return timeCues(transcript, durationMs, context)
    if (transcript.turns.length === 0) return transcript
    if (file === null || regions.length === 0)
      return warn(transcript, 'No speech was found in the recording, so the words of the transcript have no times.')
    const estimated = { ...transcript, turns: spreadTurns(transcript.turns, regions) }
    if (transcript.language !== null && transcript.language !== 'en')
      return warn(estimated, 'Only English can be aligned with the recording, so word times are estimates.')
    const sphinx = findSphinx()
    if (sphinx === null)
      return warn(
        estimated,
        'PocketSphinx is not installed, so word times are estimates (on Debian: apt-get install pocketsphinx pocketsphinx-en-us).',
      )
    return alignTranscript(transcript, sphinx, join(context.folder, file), context)
  },
}

function refine(transcript: Transcript, { options: { vocabulary = [] } }: StageContext): Transcript {
  return { ...transcript, turns: markChecks(correctWords(transcript.turns, vocabulary), transcript.source) }
}

async function timeCues(transcript: Transcript, durationMs: number, context: StageContext): Promise<Transcript> {
  const checked = checkTimes(transcript, durationMs)
  const { regions } = context.artifact('speech')
  const { file } = context.artifact('audio')
  const plain = { ...checked, turns: checked.turns.map(({ cues: _cues, ...turn }) => turn) }
  const sphinx = findSphinx()
  const isEnglish = transcript.language === null || transcript.language === 'en'
  const isCued = checked.turns.some(({ cues, words }) => cues !== undefined && words.length > 0)
  if (!isCued || !isEnglish || sphinx === null || file === null || regions.length === 0) return plain
  const turns = checked.turns.map((turn) => (turn.words.length > 0 ? turn : { ...turn, cues: undefined }))
  const placed = await placeCueWords({
    sphinx,
    audioPath: join(context.folder, file),
    regions,
    turns,
    work: {
      folder: context.folder,
      threads: context.options.threads,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    },
  })
  await removeCheckpoints(context.folder)
  return { ...plain, turns: checkTimes({ ...plain, turns: placed.turns }, durationMs).turns }
}

async function alignTranscript(
  transcript: Transcript,
  sphinx: Sphinx,
  audioPath: string,
  context: StageContext,
): Promise<Transcript> {
  const { turns } = transcript
  const { script, placement } = await placeWords({
    sphinx,
    audioPath,
    regions: context.artifact('speech').regions,
    turns,
    work: {
      folder: context.folder,
      threads: context.options.threads,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    },
  })
  await removeCheckpoints(context.folder)
  const gaps = describeGaps(listAlignment(turns, script.tokens, placement))
  return warn({ ...transcript, turns: timeTurns(turns, script.tokens, placement) }, ...gaps)
}
