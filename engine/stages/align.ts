import type { Stage } from '../stage.ts'
import { spreadTurns } from '../align/estimate.ts'
import { checkTimes } from '../align/sanity.ts'

/** Gives an untimed transcript its times; one that came with times keeps them. */
export const alignStage: Stage<'align'> = {
  name: 'align',
  weight: 30,
  version: 1,
  reads: ['probe', 'audio', 'speech', 'transcript'],
  async run(context) {
    const transcript = context.artifact('transcript')
    const { durationMs } = context.artifact('probe')
    const { regions } = context.artifact('speech')
    if (transcript.turns.some((turn) => turn.startMs !== null)) return checkTimes(transcript, durationMs)
    if (transcript.turns.length === 0) return transcript
    if (regions.length === 0) {
      const reason = 'No speech was found in the recording, so the words of the transcript have no times.'
      return { ...transcript, warnings: [...transcript.warnings, reason] }
    }
    const reason = 'The times of the words are estimates: they were spread over the speech of the recording.'
    return {
      ...transcript,
      turns: spreadTurns(transcript.turns, regions),
      warnings: [...transcript.warnings, reason],
    }
  },
}
