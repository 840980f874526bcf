/** RTTM, the text format in which speaker turns are exchanged and scored. */
import type { Span } from '#contract/videos/analysis.ts'

const second = (ms: number) => (ms / 1000).toFixed(3)

/** One line a turn. The names may hold no spaces in this format; they become underscores. */
export function writeRttm(recording: string, turns: readonly (Span & { voice: string })[]): string {
  const name = recording.replace(/\s+/g, '_')
  return turns
    .map(
      ({ startMs, endMs, voice }) =>
        `SPEAKER ${name} 1 ${second(startMs)} ${second(endMs - startMs)} <NA> <NA> ${voice.replace(/\s+/g, '_')} <NA> <NA>\n`,
    )
    .join('')
}
