import { buildFinding } from '#server/features/analysis/analysis.factory.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import type { Person, TestApp } from './app.ts'

const inDocuments = [
  '=HYPERLINK("http://evil.example","x")',
  ' +1+1',
  '-2+3|cmd',
  '@SUM(A1)',
  '\t=1+1',
  '＝1+1',
  '|calc',
  '<script>document.title="pwned"</script>',
  '"><img src=x onerror=document.title="pwned">',
  'javascript:alert(1)',
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=1',
  '\u202Eexcod.gnp',
  'שרה כהן',
] as const

const inFilms = [
  '{\\p1}m 0 0 l 4000 0 4000 4000 0 4000{\\p0}',
  '{\\fs400\\1c&HFFFFFF&}loud',
  'a\\Nb\\hc\\',
  "';[v]drawtext=text=%{pts}:x=0,%{e\\:1+1}[x]",
  '[CHAPTER]\nSTART=0\ntitle=forged;#=\\',
  'x\n\n2\n00:00:00,000 --> 00:00:09,000\nforged',
  'NOTE forged --> WEBVTT STYLE ::cue{color:red}',
  '[ID=FORGED] [Transcript=x] [hl=9]',
  '$(touch pwned) `touch pwned`; touch pwned',
  'bell\u0007 escape\u001B[31m delete\u007F next\u0085line\u2028',
] as const

export const hostile: readonly string[] = [...inDocuments, ...inFilms]

export const hostileFile = '../../<img src=x onerror=document.title="pwned">\'; {\\b1} %{pts} [v],\r\n\u202Egpj.mp4'
const hostileNumber = '../../12'
const hostileCase = '../../x"\r\ny: 1'
export const hostileSlug = 'x-y-1'

export const saidEveryMs = 500
const saidForMs = 400

export async function buildHostileSitting(
  at: TestApp,
  person: Person,
  { bytes }: { bytes?: Buffer } = {},
): Promise<Sitting> {
  const numberOf = (index: number) => (index === 0 ? hostileNumber : null)
  const timeOf = (index: number) => ({ startMs: index * saidEveryMs, endMs: index * saidEveryMs + saidForMs })
  const sitting = await buildSitting(at.parts, person.actor, {
    ...(bytes ? { bytes } : {}),
    turns: hostile.map((text, index) => ({
      ...timeOf(index),
      text,
      speaker: text,
      jurorNumber: numberOf(index),
      words: [{ ...timeOf(index), text, confidence: 1, estimated: false }],
      page: 1,
      line: index + 1,
    })),
    findings: hostile.map((text, index) =>
      buildFinding({
        ...timeOf(index),
        turn: index,
        quote: text,
        question: hostile[hostile.length - 1 - index]!,
        speaker: text,
        jurorNumber: numberOf(index),
      }),
    ),
    juror: {
      jurorNumber: hostileNumber,
      occupation: hostile[0]!,
      county: hostile[7]!,
      displayName: hostile[12]!,
      householdNote: hostile[2]!,
      employer: '',
    },
  })
  const { pool } = at.parts.database
  await pool.query('update cases set title = $2, case_number = $3, court = $4, judge = $5 where id = $1', [
    sitting.caseId,
    hostile[8],
    hostileCase,
    hostile[7],
    hostile[5],
  ])
  await pool.query('update sessions set name = $2 where id = $1', [sitting.sessionId, hostile[18]])
  await pool.query('update videos set filename = $2, duration_ms = $3 where id = $1', [
    sitting.videoId,
    hostileFile,
    hostile.length * saidEveryMs,
  ])
  return sitting
}
