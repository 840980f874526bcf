import type { SpeakerRole, Turn } from '#contract/videos/transcript.ts'

const roles: Record<string, SpeakerRole> = {
  JUDGE: 'judge',
  CLERK: 'clerk',
  PROSECUTOR: 'prosecutor',
  DEFENSE: 'defense_attorney',
  JUROR: 'juror',
  JURORS: 'juror',
  INTERPRETER: 'interpreter',
  WITNESS: 'witness',
}

/**
 * Parses one turn per line, such as `JUROR 4 @12.5-13: Yes.` The prefix `@` means the times were measured, and `~`
 * means they are estimated.
 */
export function toTurns(text: string): Turn[] {
  return text
    .trim()
    .split('\n')
    .map((line, index) => {
      const match = /^\s*([A-Z]+)(?: (\d+))?(?: ([@~])([\d.]+)-([\d.]+))?: (.*)$/.exec(line)
      if (!match)
        return {
          index,
          speaker: null,
          role: 'note',
          jurorNumber: null,
          text: line.trim(),
          words: [],
          startMs: null,
          endMs: null,
          page: null,
          line: null,
        }
      const [, name = '', number, sign, from, to, said = ''] = match
      const startMs = from === undefined ? null : Math.round(Number(from) * 1000)
      const endMs = to === undefined ? null : Math.round(Number(to) * 1000)
      const word =
        startMs === null || endMs === null
          ? []
          : [{ text: said, startMs, endMs, confidence: null, estimated: sign === '~' }]
      return {
        index,
        speaker: number ? `${name} ${number}` : name,
        role: roles[name] ?? 'other',
        jurorNumber: number ?? null,
        text: said,
        words: word,
        startMs,
        endMs,
        page: null,
        line: null,
      }
    })
}
