import type { Turn } from '#contract/videos/transcript.ts'
import { cutCueBlocks } from './cue.blocks.ts'
import { type Cue, readCues } from './cues.ts'
import { readEntities } from './entities.ts'

/** SubRip: numbered cues with times and at most a little markup, which is taken off. */
export function readSrt(text: string): { turns: Turn[]; warnings: string[] } {
  const warnings: string[] = []
  const cues = cutCueBlocks(text.split('\n'), warnings).map(({ number, startMs, endMs, lines }): Cue => {
    const clean = lines
      .map((line) => readEntities(line.replaceAll(/\{\\[^{}]*\}|<\/?[a-z][^<>]*>/gi, '')).trim())
      .filter((line) => line !== '')
    return { number, startMs, endMs, parts: splitVoices(clean) }
  })
  return { turns: readCues(cues, warnings), warnings }
}

/** "- Yes. / - No." and ">> …" open a new voice inside a cue; so does a line with a label of its own. */
export function splitVoices(lines: readonly string[]): Cue['parts'] {
  const dashes = lines.filter((line) => /^[-–]\s*\S/.test(line)).length
  const parts: Cue['parts'] = []
  for (const line of lines) {
    const isDash = dashes >= 2 && /^[-–]\s*\S/.test(line)
    const isNew = isDash || line.startsWith('>>') || /^[\p{Lu}][\p{Lu}\d .#'’-]{1,40}:\s/u.test(line)
    const text = isDash ? line.replace(/^[-–]\s*/, '') : line
    const last = parts.at(-1)
    if (last && !isNew) last.text = `${last.text} ${text}`
    else parts.push({ text, voice: null, isNew: isDash, stamps: [] })
  }
  return parts
}
