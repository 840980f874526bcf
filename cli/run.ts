import { readFileSync } from 'node:fs'
import { findServer } from '#tools/build-server.mjs'

const neededNodeMajor = 24

/** Returns the exit code: 0 for success, 1 for failure, or 2 for invalid arguments. */
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
      `Venire needs Node ${neededNodeMajor}, but you’re running ${process.versions.node}. Start Venire with ./venire, or run "npm rebuild node" if its bundled Node is missing.`,
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

/** The messages of these errors are written for users and printed as is. */
const plainErrors = new Set(['ConfigFault', 'Refusal', 'Unprocessable', 'Transient', 'StageFailure'])

function reportFault([first = '', second = '']: string[], error: unknown): number {
  const verb = first === 'help' ? second : first
  const fault = error instanceof Error ? error : new Error(String(error))
  const [line = ''] = fault.message.split('\n')
  if (process.env.VENIRE_DEBUG === '1') console.error(error)
  else if ('code' in fault && String(fault.code).startsWith('ERR_PARSE_ARGS')) {
    const [sentence = line] = line.split(/(?<=\.) /)
    console.error(`${sentence.replace(/\.$/, '')}. For the options, run: venire ${verb} --help`)
    return 2
  } else if (plainErrors.has(fault.name)) console.error(fault.message)
  else console.error(`${verb} failed: ${line.replace(/\.$/, '')}. For details, set VENIRE_DEBUG=1.`)
  return 1
}

type RunVerb = (argv: string[]) => Promise<number>
export interface Verb {
  usage: string
  summary: string
  /** Loads the verb lazily so `--help` doesn't load a database or speech engine. */
  load: () => Promise<RunVerb>
}

async function loadServer(): Promise<{ start: RunVerb; worker: RunVerb }> {
  const bundled = findServer()
  return bundled === null ? import('./start.ts') : import(bundled)
}

export const verbs: Record<string, Verb> = {
  start: {
    usage: '[--port PORT]',
    summary: 'Starts Venire and runs until Ctrl-C.',
    load: async () => (await loadServer()).start,
  },
  worker: {
    usage: '[--lanes LANES]',
    summary: 'Runs jobs for servers that share its database.',
    load: async () => (await loadServer()).worker,
  },
  demo: {
    usage: '[--once]',
    summary: 'Starts Venire with a sample firm and an analyzed sample voir dire.',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  analyze: {
    usage: 'FILE',
    summary: 'Analyzes a recording without a server: transcript, speakers, findings.',
    load: async () => (await import('./analyze.ts')).analyze,
  },
  align: {
    usage: 'AUDIO TRANSCRIPT [--json]',
    summary: 'Finds the time of every word of a transcript in its recording.',
    load: async () => (await import('./recording.ts')).align,
  },
  diarize: {
    usage: 'AUDIO [--rttm OUT]',
    summary: 'Finds who speaks when, by voice.',
    load: async () => (await import('./recording.ts')).diarize,
  },
  classify: {
    usage: '< utterances.ndjson',
    summary: 'Labels utterances as hardship, bias, key statement, or none, with the reason.',
    load: async () => (await import('./classify.ts')).classify,
  },
  models: {
    usage: 'list|pull|verify',
    summary: 'Lists, downloads, and verifies speech models.',
    load: async () => (await import('./models.ts')).models,
  },
  doctor: {
    usage: '',
    summary: 'Checks this machine and its settings, and shows how to fix problems.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    usage: '[--verify]',
    summary: 'Backs up the database and files while Venire runs.',
    load: async () => (await import('./backup/backup.ts')).backup,
  },
  restore: {
    usage: 'BACKUP',
    summary: 'Restores a backup into an empty data folder.',
    load: async () => (await import('./backup/backup.ts')).restore,
  },
  'move-database': {
    usage: '--to URL|embedded',
    summary: 'Moves the database to a PostgreSQL server, or back.',
    load: async () => (await import('./move.ts')).moveDatabaseVerb,
  },
  'firm-link': {
    usage: '',
    summary: 'Prints a one-time link for creating a firm.',
    load: async () => (await import('./installation.ts')).firmLink,
  },
  operator: {
    usage: 'list|add EMAIL|remove EMAIL',
    summary: 'Lists, adds, or removes operators of this installation.',
    load: async () => (await import('./installation.ts')).operator,
  },
  retention: {
    usage: '[--days N]',
    summary: 'Lists what Venire will soon delete or destroy.',
    load: async () => (await import('./installation.ts')).retention,
  },
  trial: {
    usage: 'list|set|lift',
    summary: 'Lists firms on a trial, and changes or ends a trial.',
    load: async () => (await import('./installation.ts')).trial,
  },
  'reset-password': {
    usage: 'EMAIL [--two-factor]',
    summary: 'Prints a one-time password reset link.',
    load: async () => (await import('./installation.ts')).resetPassword,
  },
  case: {
    usage: 'export ID | import FILE',
    summary: 'Exports a whole case to one verifiable file, or imports one.',
    load: async () => (await import('./case.ts')).caseVerb,
  },
  storage: {
    usage: 'move --to URL | verify',
    summary: 'Copies all files to a folder or bucket, or checks every stored file.',
    load: async () => (await import('./storage.ts')).storage,
  },
  'rotate-key': {
    usage: '',
    summary: 'Replaces the key that signs the audit record. Earlier records still verify.',
    load: async () => (await import('./installation.ts')).rotateKey,
  },
  verify: {
    usage: 'audit|media|pack FILE',
    summary: 'Checks the audit record, recordings, an evidence pack, or a case archive for tampering.',
    load: async () => (await import('./verify.ts')).verify,
  },
}

export function helpText(verbs: Record<string, Verb>, version: string): string {
  const rows = Object.entries(verbs).map(([name, verb]) => [`${name} ${verb.usage}`.trim(), verb.summary] as const)
  const width = Math.max(0, ...rows.map(([call]) => call.length))
  return [
    `Venire ${version}: from the video of a voir dire to strikes that stand on the record.`,
    '',
    'Usage: venire COMMAND [options]',
    '',
    ...rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    'For the options of a command, run: venire COMMAND --help',
    'For details of an unexpected error, set VENIRE_DEBUG=1.',
    '',
  ].join('\n')
}

/** The maximum edit distance for a suggestion, as a fraction of the name's length. */
const slipShare = 0.4

export function unknownVerbText(verb: string, verbs: Record<string, Verb>): string {
  const [nearest] = Object.keys(verbs)
    .map((name) => ({ name, distance: countEdits(verb.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length * slipShare))
    .sort((a, b) => a.distance - b.distance)
  const hint = nearest ? `Did you mean "${nearest.name}"?` : 'For a list, run: venire --help'
  return `Unknown command "${verb}". ${hint}`
}

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
