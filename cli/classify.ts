/** `venire classify < utterances.ndjson > labels.ndjson`: labels utterances as they come in, one JSON object a line. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { labelUtterance } from '#engine/findings/find.ts'

const help = `Usage: venire classify < utterances.ndjson > labels.ndjson

Reads one JSON object a line: {"id", "speaker_role", "context", "context_role", "text"}.
Roles: judge, clerk, juror, prosecutor, defense_attorney, plaintiff_attorney, attorney, witness, interpreter, note,
other; any other role reads as other. The context is the question, or what was said just before.
Writes one line each: {"id", "label", "sub", "severity", "confidence", "stance", "why"}; the label is hardship, bias,
key_statement or none. A line that cannot be read becomes {"id", "error"}, and the exit code is then 1.
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

/** The longest line that is read: about an hour of talk; more is not one utterance. */
const longestLine = 1_000_000

/** One input line to one output object; the error is a sentence that names the field. */
export function classifyLine(
  line: string,
): { id: Id; error: string } | ({ id: Id } & ReturnType<typeof labelUtterance>) {
  if (line.length > longestLine)
    return { id: null, error: `The line is longer than ${longestLine} characters; give one utterance a line.` }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { id: null, error: 'The line is not a JSON object; write one object a line, without line breaks inside.' }
  }
  const parsed = Utterance.safeParse(value)
  if (!parsed.success) {
    const known = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(value)
    const field = parsed.error.issues[0]?.path.join('.')
    const error = field
      ? `The field "${field}" is missing or not of the right kind; it must be text${field === 'id' ? ' or a number' : ''}.`
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

/** Runs the command; answers the exit code: 0, 1 where a line could not be read, 2 for a wrong call. */
export async function classify(argv: string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(help)
    return 0
  }
  const unknown = argv.find((each) => each !== '--json')
  if (unknown !== undefined) {
    process.stderr.write(
      `classify takes no argument “${unknown}”: it reads from the standard input. See venire classify --help.\n`,
    )
    return 2
  }
  if (process.stdin.isTTY)
    process.stderr.write('Reading utterances from the terminal, one JSON object a line; end with Ctrl-D.\n')
  let number = 0
  let bad = 0
  // A reader that has had enough (`| head`) closes the pipe: that ends the work, it is no fault.
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
    // A closed pipe never drains; the handler above has noted it.
    if (!process.stdout.write(`${JSON.stringify(result)}\n`)) await once(process.stdout, 'drain').catch(() => undefined)
  }
  return bad > 0 ? 1 : 0
}
