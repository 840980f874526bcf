import { posix } from 'node:path'
import { parseSync } from 'vite'
import { getRoom, isTestFile, shapeLimits } from './rooms.law.ts'

const isShaped = (file: string): boolean => {
  const room = getRoom(file)
  return room !== undefined && shapeLimits.rooms.includes(room.split('/')[0]!) && !isTestFile(file)
}

export function checkComplexity(file: string, source: string): string[] {
  if (!isShaped(file)) return []
  return listFunctions(file, source)
    .filter(({ complexity }) => complexity > shapeLimits.complexity)
    .map(
      ({ line, complexity }) =>
        `${file}:${line}: a function of complexity ${complexity}. The limit is ${shapeLimits.complexity}.`,
    )
}

type Measured = { line: number; complexity: number }

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Excludes `?.` and default values. oxlint's `complexity` counts them, but they rarely need their own test. */
const branchTypes = new Set([
  ...['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'CatchClause'],
  ...['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement'],
])

function listFunctions(file: string, source: string): Measured[] {
  const found: Measured[] = []
  const walk = (node: unknown, within: Measured | null): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, within)
    if (!isNode(node)) return
    let inner = within
    if (functionTypes.has(node.type) && node.body) {
      inner = { line: source.slice(0, node.start).split('\n').length, complexity: 1 }
      found.push(inner)
    }
    if (inner && isBranch(node)) inner.complexity++
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, inner)
  }
  walk(parseSync(file, source).program, null)
  return found
}

type Node = { type: string; start: number; body?: unknown; test?: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isBranch = ({ type, test }: Node): boolean => branchTypes.has(type) || (type === 'SwitchCase' && Boolean(test))

export function checkFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!isShaped(file) || /\.(?:factory|fixture)\.tsx?$/.test(file)) continue
    const folder = posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > shapeLimits.folderFiles && !shapeLimits.wideFolders.includes(folder))
    .map(([folder, count]) => `${folder}: ${count} source files. The limit is ${shapeLimits.folderFiles}.`)
}
