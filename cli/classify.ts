import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { labelUtterance } from '#engine/findings/find.ts'

const help = `Usage: venire classify < utterances.ndjson > labels.ndjson

Reads one JSON object per line: {"id", "speaker_role", "context", "context_role", "text"}.
Roles: judge, clerk, juror, prosecutor, defense_attorney, plaintiff_attorney, attorney, witness, interpreter, note,
other. Any other role reads as other. The context is the question, or whatever was said just before.
Writes one JSON object per line: {"id", "label", "sub", "severity", "confidence", "stance", "why"}. The label is
hardship, bias, key_statement, or none. A line that can't be read becomes {"id", "error"}, and the exit code is 1.
`
const roles: ReadonlySet<string> = new Set([
  'judge',
  'clerk',
  'juror',
  'prosecutor',
  'defense_attorney',
  'plaintiff_attorney',
  'attorney',
  'witness',
  'interpreter',
  'note',
  'other',
])
const asRole = (role: string) => (roles.has(role) ? role : 'other')

const Utterance = z.object({
  id: z.union([z.string(), z.number()]),
  speaker_role: z.string(),
  context: z.string().nullish(),
  context_role: z.string().nullish(),
  text: z.string(),
})
type Id = z.infer<typeof Utterance>['id'] | null

/** In characters. This is about one hour of speech. */
const longestLine = 1_000_000

export function classifyLine(
  line: string,
): { id: Id; error: string } | ({ id: Id } & ReturnType<typeof labelUtterance>) {
  if (line.length > longestLine)
    return { id: null, error: `The line is longer than ${longestLine} characters. Put one utterance on each line.` }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { id: null, error: 'The line is not a JSON object. Put one object on each line.' }
  }
  const parsed = Utterance.safeParse(value)
  if (!parsed.success) {
    const known = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(value)
    const field = parsed.error.issues[0]?.path.join('.')
    const error = field
      ? `The field "${field}" must be text${field === 'id' ? ' or a number' : ''}.`
      : 'The line must be a JSON object with the fields id, speaker_role and text.'
    return { id: known.success ? known.data.id : null, error }
  }
  const { id, speaker_role: role, context, context_role: contextRole, text } = parsed.data
  return {
    id,
    ...labelUtterance({
      text,
      role: asRole(role),
      context: context ?? '',
      contextRole: asRole(contextRole ?? 'other'),
      concernBefore: null,
    }),
  }
}

export async function classify(argv: string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(help)
    return 0
  }
  const unknown = argv.find((each) => each !== '--json')
  if (unknown !== undefined) {
    process.stderr.write(
      `Unknown argument: ${unknown}. classify reads from standard input. Try: venire classify --help\n`,
    )
    return 2
  }
  if (process.stdin.isTTY)
    process.stderr.write('Reading utterances from the terminal, one JSON object per line. Press Ctrl-D to finish.\n')
  let number = 0
  let bad = 0
  // `| head` closes the pipe early, which isn't an error.
  let closed = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    closed = true
  })
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    number += 1
    if (line.trim() === '') continue
    const result = classifyLine(number === 1 ? line.replace(/^\uFEFF/, '') : line)
    if ('error' in result) {
      bad += 1
      process.stderr.write(`Line ${number}: ${result.error}\n`)
    }
    if (closed) break
    // A closed pipe never drains. The error handler above has already set `closed`.
    if (!process.stdout.write(`${JSON.stringify(result)}\n`)) await once(process.stdout, 'drain').catch(() => undefined)
  }
  return bad > 0 ? 1 : 0
}
