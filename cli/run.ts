/** The command line: finds the verb, loads it, and answers with an exit code: 0 done, 1 failed, 2 wrongly called. */
import { readFileSync } from 'node:fs'

const neededNodeMajor = 24

/** Answers the exit code. Whatever fails is told in one sentence. */
export async function runCommandLine(argv: string[]): Promise<number> {
  try {
    return await run(argv)
  } catch (error) {
    return reportFault(argv, error)
  }
}

async function run(argv: string[]): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < neededNodeMajor) {
    console.error(
      `Venire runs on Node ${neededNodeMajor}; this is ${process.versions.node}. Start it with ./venire, or type "npm rebuild node" if its own Node is missing.`,
    )
    return 1
  }
  const [first = '--help', ...rest] = argv
  if (first === '--version' || first === '-v') {
    console.log(readVersion())
    return 0
  }
  const [name, args] = first === 'help' ? [rest[0] ?? '--help', ['--help']] : [first, rest]
  if (name === '--help' || name === '-h') {
    console.log(helpText(verbs, readVersion()))
    return 0
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) {
    console.error(unknownVerbText(name, verbs))
    return 2
  }
  const start = await verb.load()
  return start(args)
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}

/** Errors whose message was written for the person at the terminal: shown as they are. */
const plainErrors = new Set(['ConfigFault', 'Refusal', 'Unprocessable', 'Transient', 'StageFailure'])

/** One sentence for a person at a terminal; the stack only for one who asks. Answers the exit code. */
function reportFault([first = '', second = '']: string[], error: unknown): number {
  const verb = first === 'help' ? second : first
  const fault = error instanceof Error ? error : new Error(String(error))
  const [line = ''] = fault.message.split('\n')
  if (process.env.VENIRE_DEBUG === '1') console.error(error)
  else if ('code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS')) {
    const [sentence = line] = line.split(/(?<=\.) /)
    console.error(`${sentence.replace(/\.$/, '')}. The options are listed by: venire ${verb} --help`)
    return 2
  } else if (plainErrors.has(fault.name)) console.error(fault.message)
  else console.error(`${verb} failed: ${line.replace(/\.$/, '')}. VENIRE_DEBUG=1 shows the details.`)
  return 1
}

/** The verbs of the command line, in the order of the help text. A verb is one line here and one function in a file beside it. */
/** Runs a verb with the words after it and answers the exit code. */
type RunVerb = (argv: string[]) => Promise<number>
export interface Verb {
  /** What follows the verb, for the help text. */
  usage: string
  /** One line: what it does for whom. */
  summary: string
  /** Loaded only when the verb is called: `--help` must not wait for a database or a speech engine. */
  load: () => Promise<RunVerb>
}

export const verbs: Record<string, Verb> = {
  start: {
    usage: '[--port PORT]',
    summary: 'Starts Venire and stays up until Ctrl-C.',
    load: async () => (await import('./start.ts')).start,
  },
  demo: {
    usage: '[--once]',
    summary: 'Starts it with a sample firm and a sample voir dire, analysed on this machine.',
    load: async () => (await import('./demo.ts')).demo,
  },
  analyze: {
    usage: 'FILE',
    summary: 'Analyses a video without a server: transcript, speakers, findings.',
    load: async () => (await import('./analyze.ts')).analyze,
  },
  align: {
    usage: 'AUDIO TRANSCRIPT [--json]',
    summary: 'Finds the time of every word of a transcript in its recording.',
    load: async () => (await import('./recording.ts')).align,
  },
  diarize: {
    usage: 'AUDIO [--rttm OUT]',
    summary: 'Tells the voices of a recording apart.',
    load: async () => (await import('./recording.ts')).diarize,
  },
  classify: {
    usage: '< utterances.ndjson',
    summary: 'Labels utterances: hardship, bias, key statement or none, with the reason.',
    load: async () => (await import('./classify.ts')).classify,
  },
  models: {
    usage: 'list|pull|verify',
    summary: 'Lists, fetches and checks speech models.',
    load: async () => (await import('./models.ts')).models,
  },
  doctor: {
    usage: '',
    summary: 'Checks the machine, the parts and the settings, and says what to type.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    usage: '[--verify]',
    summary: 'Saves the database and the files, checked, while Venire runs.',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: 'BACKUP',
    summary: 'Puts a backup in place of an empty installation.',
    load: async () => (await import('./backup.ts')).restore,
  },
  'firm-link': {
    usage: '',
    summary: 'Prints a one-time link with which a new firm is created.',
    load: async () => (await import('./installation.ts')).firmLink,
  },
  operator: {
    usage: 'list|add EMAIL|remove EMAIL',
    summary: 'Lists who runs this installation, and adds or removes one.',
    load: async () => (await import('./installation.ts')).operator,
  },
  retention: {
    usage: '[--days N]',
    summary: 'Lists what will be deleted or destroyed by itself, and changes nothing.',
    load: async () => (await import('./installation.ts')).retention,
  },
  trial: {
    usage: 'list|set|lift',
    summary: 'Lists the firms that try Venire out, and moves or takes away the end of a trial.',
    load: async () => (await import('./installation.ts')).trial,
  },
  'reset-password': {
    usage: 'EMAIL [--two-factor]',
    summary: 'Prints a one-time link for somebody who is locked out.',
    load: async () => (await import('./installation.ts')).resetPassword,
  },
  case: {
    usage: 'export ID | import FILE',
    summary: 'Writes a whole case to one file that can be verified, and brings it in elsewhere.',
    load: async () => (await import('./case.ts')).caseVerb,
  },
  'rotate-key': {
    usage: '',
    summary: 'Replaces the key that signs the audit record; earlier records still verify.',
    load: async () => (await import('./installation.ts')).rotateKey,
  },
  verify: {
    usage: 'audit|media|pack FILE',
    summary: 'Checks that nobody altered the audit record, the recordings, an evidence pack or a case archive.',
    load: async () => (await import('./verify.ts')).verify,
  },
}

/** The text of `venire --help`. */
export function helpText(verbs: Record<string, Verb>, version: string): string {
  const rows = Object.entries(verbs).map(([name, verb]) => [`${name} ${verb.usage}`.trim(), verb.summary] as const)
  const width = Math.max(0, ...rows.map(([call]) => call.length))
  return [
    `Venire ${version}: from the video of a voir dire to strikes that stand on the record.`,
    '',
    'Usage: venire VERB [options]',
    '',
    ...rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    'Each verb explains its options with: venire VERB --help',
    'Details of an unexpected fault are shown with VENIRE_DEBUG=1.',
    '',
  ].join('\n')
}

/** The part of a verb's letters that a slip of the finger changes at most: two of five, four of ten. */
const slipShare = 0.4

/** The sentence for a verb that does not exist, with the nearest one where a slip of the finger explains it. */
export function unknownVerbText(verb: string, verbs: Record<string, Verb>): string {
  const [nearest] = Object.keys(verbs)
    .map((name) => ({ name, distance: countEdits(verb.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length * slipShare))
    .sort((a, b) => a.distance - b.distance)
  const hint = nearest ? `Did you mean "${nearest.name}"?` : 'The verbs are listed by: venire --help'
  return `There is no verb "${verb}". ${hint}`
}

/** How many letters must be added, dropped or changed to turn one word into the other (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1]
    for (const [column, other] of to.split('').entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
