/**
 * Checks that all programs started by the code are listed in `parts.mjs`, and that no test is skipped because a program
 * is missing.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { basePrograms, systemParts } from './parts.mjs'

/** If fewer calls are found, the checker itself is broken. */
const fewestCalls = 60

const chosenAtRunTime: Readonly<Record<string, readonly string[]>> = {
  'bench/analysis.ts': ['ffmpeg', 'ffprobe', 'pocketsphinx_continuous', 'pocketsphinx'],
  'bench/cluster.machines.ts': ['node', 'unshare'],
  'bench/growth.material.ts': ['ffmpeg', 'flite'],
  'bench/servers.start.ts': ['node', 'venire'],
  'cli/main.test.ts': ['./venire', 'sh'],
  // These files run commands given by their callers, which are checked separately.
  'engine/host/spawn.ts': ['node', 'sh'],
  'engine/host/tools.child.ts': ['ffmpeg', 'ffprobe', 'qpdf', 'sh'],
  'engine/media/process.ts': ['sh'],
  'engine/media/ffmpeg.ts': ['ffmpeg', 'ffprobe', 'sh'],
  'server/platform/database/dump.ts': ['pg_dump', 'pg_restore'],
  'e2e/exports.spec.ts': ['7zz', '7z'],
  'test/exports.open.ts': ['7zz', '7z'],
  'server/features/exports/packs/sealed/sealed.test.ts': ['7zz', '7z'],
  'test/v0.1.0/make.ts': ['ffmpeg', 'node', 'npm', 'tar'],
  'test/postgres.ts': ['initdb', 'postgres', 'setpriv'],
  'tools/setup.mjs': ['npm', 'apt-get'],
  'tools/steps.ts': ['node'],
}

/** Allowed conditions for skipping tests: the database kind, the operating system, or missing development data. */
const allowedSkips = [
  /^onServer$/,
  /^process\.env\.VENIRE_TEST_DATABASE === 'server'$/,
  /^process\.platform !== 'linux'$/,
  /^existsSync\('\/dev\/shm'\)$/,
  /^!hasReal$/,
  /^!existsSync\((?:dayFile|clip|simulated|file)\)$/,
  /^colorScheme === 'dark' && test\.info\(\)\.project\.name === 'mobile'$/,
]

const listed = new Set([...basePrograms, ...systemParts.flatMap(({ programs }) => programs)])
const own = new Set(['node', 'venire', './venire'])

export interface ProgramsReport {
  calls: number
  problems: string[]
  isChosen?: boolean
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* walk(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child)
}

const starters = new Set(['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync'])

function findStarters(all: readonly Node[]): Set<string> {
  const names = new Set<string>(['runLimited', 'limitCommand'])
  for (const node of all) {
    if (node.type !== 'ImportDeclaration' || (node.source as { value: string }).value !== 'node:child_process') continue
    for (const { imported, local } of node.specifiers as { imported?: { name: string }; local: { name: string } }[])
      if (imported && starters.has(imported.name)) names.add(local.name)
  }
  for (const node of all) {
    const id = node.id as Node | undefined
    if (node.type === 'VariableDeclarator' && isNode(node.init) && isPromisified(node.init, names) && id)
      names.add(id.name as string)
  }
  return names
}

const isPromisified = (node: Node, names: ReadonlySet<string>): boolean =>
  node.type === 'CallExpression' &&
  (node.callee as Node).name === 'promisify' &&
  names.has(String((node.arguments as Node[])[0]?.name))

function readCommand(call: Node, source: string): string | null {
  let [command] = call.arguments as Node[]
  if (command?.type === 'ObjectExpression')
    command = (command.properties as Node[]).find(({ key }) => (key as Node | undefined)?.name === 'command')
      ?.value as Node
  if (!command) return null
  if (command.type === 'Literal') return basename(String(command.value))
  const text = source.slice(command.start, command.end)
  if (text === 'process.execPath' || text === 'node' || text.endsWith("'node_modules/.bin/node')")) return 'node'
  return /^join\(root, '(venire)'\)$/.exec(text)?.[1] ?? null
}

export function checkSource(file: string, source: string): ProgramsReport {
  const problems: string[] = []
  let calls = 0
  let isChosen = false
  const all = [...walk(parseSync(file, source).program as unknown as Node)]
  const names = findStarters(all)
  const getLine = (node: Node) => `${file}:${source.slice(0, node.start).split('\n').length}`
  for (const node of all) {
    if (node.type !== 'CallExpression') continue
    const callee = node.callee as Node
    const skipped = source.slice(callee.start, callee.end)
    if (/\b(?:skipIf|runIf)$|^test\.skip$/.test(skipped)) problems.push(...checkSkip(node, skipped, source, getLine))
    if (!names.has(String(callee.name)) && !isPromisified(callee, names)) continue
    calls += 1
    const command = readCommand(node, source)
    isChosen ||= command === null
    if (command === null && !Object.hasOwn(chosenAtRunTime, file))
      problems.push(`${getLine(node)}: starts a program chosen at run time. List it in tools/programs.ts.`)
    if (command !== null) problems.push(...refuse(getLine(node), [command]))
  }
  return { calls, problems, isChosen }
}

function checkSkip(call: Node, name: string, source: string, getLine: (node: Node) => string): string[] {
  const [condition] = call.arguments as Node[]
  const text = condition ? source.slice(condition.start, condition.end) : ''
  if (condition?.type === 'Literal' || allowedSkips.some((allowed) => allowed.test(text))) return []
  return [`${getLine(call)}: ${name}(${text}) may skip a test. Only missing development data may.`]
}

const refuse = (where: string, commands: readonly string[]): string[] =>
  commands
    .filter((command) => !listed.has(command) && !own.has(command))
    .map((command) => `${where}: starts ${command}, which is not listed in tools/parts.mjs.`)

const shellWords =
  'alias bg break cd command continue do done echo elif else esac eval exec exit export false fi for if in local printf ' +
  'pwd read return set shift then trap true umask unset wait while case function set test'
const builtins = new Set([...shellWords.split(' '), '[', '[[', '!', ':', '{', '}'])

function withoutQuotes(script: string): string {
  const isQuoted = [false]
  let out = ''
  for (let at = 0; at < script.length; at++) {
    const [char, inQuotes] = [script[at]!, isQuoted.at(-1)!]
    if (char === '\\') at++
    else if (script.startsWith('$(', at)) {
      isQuoted.push(false)
      out += '$('
      at++
    } else if (char === '"') {
      if (inQuotes) isQuoted.pop()
      else isQuoted.push(true)
      out += char
    } else if (inQuotes) continue
    else if (char === "'") {
      at = script.indexOf("'", at + 1)
      out += '""'
    } else {
      if (char === ')' && isQuoted.length > 1) isQuoted.pop()
      out += char
    }
  }
  return out
}

export function findShellPrograms(script: string): string[] {
  const functions = new Set([...script.matchAll(/^\s*(\w+)\(\)/gm)].map(([, name]) => name))
  const bare = withoutQuotes(script.replaceAll(/\\\n/g, ' ').replaceAll(/^\s*#.*$/gm, '')).replaceAll(
    /(?<=\bin\s|;;)[^()";]*\)/g,
    ' ',
  )
  const starts = bare.split(/\n|;|&&|\|\||\||\$\(|[()]|\b(?:then|do|else|if|while|exec|command -v)\s|(?<=\s)[!{]\s/)
  const words = starts.map((text) => {
    const [word = ''] = text.replace(/^\s*(?:\w+=(?:""|[^\s"]*)\s*)*/, '').split(/\s/)
    return word.replace(/^"|"$/g, '')
  })
  return [...new Set(words)].filter(
    (word) => /^[\w./-]*[a-z][\w.-]*$/.test(word) && !builtins.has(word) && !functions.has(word),
  )
}

export function checkPrograms(root: string, leastCalls = fewestCalls): ProgramsReport {
  const problems: string[] = []
  let calls = 0
  const chosen = new Set<string>()
  const exclude = ['**/node_modules/**', 'dist/**', 'data/**']
  for (const file of globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude }).sort()) {
    const source = readFileSync(join(root, file), 'utf8')
    if (!/child_process|runLimited|limitCommand|skipIf|runIf|test\.skip/.test(source)) continue
    const report = checkSource(file, source)
    calls += report.calls
    if (report.isChosen) chosen.add(file)
    problems.push(...report.problems)
  }
  for (const [file, programs] of Object.entries(chosenAtRunTime)) {
    problems.push(...refuse(file, programs))
    if (!chosen.has(file)) problems.push(`${file}: names every program it starts. Remove it from tools/programs.ts.`)
  }
  for (const file of [...globSync('**/*.sh', { cwd: root, exclude }), 'venire', '.ci/run']) {
    const source = readFileSync(join(root, file), 'utf8')
    problems.push(...refuse(file, findShellPrograms(source)))
  }
  if (calls < leastCalls) problems.push(`Only ${calls} calls found. Expected at least ${leastCalls}.`)
  return { calls, problems }
}

if (import.meta.main) {
  const { calls, problems } = checkPrograms(join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(`programs: ${calls} calls, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
