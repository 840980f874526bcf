/** The command line: finds the verb, loads it, and answers with an exit code: 0 done, 1 failed, 2 wrongly called. */
import { readFileSync } from 'node:fs'
import { helpText, unknownVerbText } from './help.ts'
import { verbs } from './verbs.ts'

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
