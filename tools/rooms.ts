import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { featureOrder, isTestFile, lineLimits, moduleOrder, getRoom, rooms } from './rooms.law.ts'
import { checkNames } from './rooms.names.ts'
import { checkComplexity, checkFolders } from './rooms.shape.ts'

/** If fewer files are found, the checker itself is broken. */
const fewestFiles = 150

export interface RoomsReport {
  files: number
  imports: number
  problems: string[]
}

export function checkRooms(root: string, leastFiles = fewestFiles): RoomsReport {
  const files = globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules/**', 'dist/**', 'data/**'] })
    .filter((file) => !file.endsWith('.d.mts'))
    .sort()
  const problems: string[] = []
  const listTargets = new Map<string, string[]>()
  const sources = new Map<string, string>()
  let imports = 0
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    sources.set(file, source)
    const specifiers = readImports(file, source)
    imports += specifiers.length
    problems.push(
      ...checkLength(file, source),
      ...checkComplexity(file, source),
      ...checkEntries(file, specifiers),
      ...checkDoors(file, readFixedImports(file, source), files),
    )
    listTargets.set(
      file,
      specifiers.map((specifier) => resolveSpecifier(file, specifier)).filter((path) => path !== undefined),
    )
  }
  problems.push(...findCircles(listTargets), ...checkFolders(files), ...checkNames(sources))
  if (files.length < leastFiles) problems.push(`Only ${files.length} files found. Expected at least ${leastFiles}.`)
  return { files: files.length, imports, problems }
}

function readImports(file: string, source: string): string[] {
  const called = [...source.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g)].map(([, name = '']) => name)
  return [...new Set([...readFixedImports(file, source), ...called])]
}

function readFixedImports(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  const fixed = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  return [...new Set(fixed.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])))]
}

function resolveSpecifier(file: string, specifier: string): string | undefined {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined
}

function checkLength(file: string, source: string): string[] {
  const lines = source.replace(/\n$/, '').split('\n').length
  const limit = isTestFile(file) ? lineLimits.test : lineLimits.source
  return lines > limit ? [`${file}: ${lines} lines. The limit is ${limit}.`] : []
}

function checkEntries(file: string, specifiers: readonly string[]): string[] {
  const name = getRoom(file)
  const room = name === undefined ? undefined : rooms[name]
  if (name === undefined || !room) return [`${file}: is not in any room of tools/rooms.law.ts.`]
  const problems: string[] = []
  for (const specifier of specifiers) {
    const target = resolveSpecifier(file, specifier)
    if (isTestFile(file)) continue
    if (target === undefined) {
      const fault = getPackageFault(room, specifier)
      if (fault) problems.push(`${file}: the room ${name} ${fault} ${specifier}.`)
      continue
    }
    const other = getRoom(target)
    if (isTestFile(target) && name !== 'bench' && name !== 'settings')
      problems.push(`${file}: only tests may import the test file ${target}.`)
    else if (other !== undefined && other !== name && !room.mayEnter.includes(other)) {
      problems.push(`${file}: the room ${name} may not import ${target} of the room ${other}.`)
    }
    problems.push(...checkFeatures(file, target), ...(room.isApart ? checkApart(file, target, name) : []))
  }
  return problems
}

function getPackageFault(room: (typeof rooms)[string], specifier: string): string | undefined {
  if (isBuiltin(specifier)) return room.node ? undefined : "may not import Node's module"
  const isRefused = room.onlyPackages
    ? !room.onlyPackages.some((allowed) => allowed.test(specifier))
    : room.noPackages?.some((refused) => refused.test(specifier))
  return isRefused ? 'may not import the package' : undefined
}

const getFeature = (file: string) => /^server\/features\/([^/]+)\//.exec(file)?.[1]

function checkFeatures(file: string, target: string): string[] {
  const [from, to] = [getFeature(file), getFeature(target)]
  if (from === undefined) return []
  if (!featureOrder.includes(from))
    return [`${file}: the feature ${from} has no place in the order of tools/rooms.law.ts.`]
  if (from === to) return checkModules(from, file, target)
  if (to === undefined || featureOrder.indexOf(to) < featureOrder.indexOf(from)) return []
  return [`${file}: ${from} comes before ${to}, so it may not import ${target}.`]
}

function checkModules(feature: string, file: string, target: string): string[] {
  const order = moduleOrder[feature]
  const getModule = (path: string) => /^server\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1]
  const [from, to] = [getModule(file), getModule(target)]
  if (!order || from === undefined) return []
  if (!order.includes(from))
    return [`${file}: the module ${from} has no place in the order of ${feature} in tools/rooms.law.ts.`]
  if (to === undefined) return [`${file}: stands behind the front door of ${feature}, so it may not import ${target}.`]
  if (order.indexOf(to) <= order.indexOf(from)) return []
  return [`${file}: ${from} comes before ${to} in ${feature}, so it may not import ${target}.`]
}

function checkApart(file: string, target: string, room: string): string[] {
  const getFolder = (path: string) =>
    path.startsWith(`${room}/`) ? path.slice(room.length + 1).split('/')[0] : undefined
  const [from, to] = [getFolder(file), getFolder(target)]
  if (to === undefined || from === to) return []
  return [`${file}: the features of ${room} never import each other, so it may not import ${target}.`]
}

function checkDoors(file: string, specifiers: readonly string[], files: readonly string[]): string[] {
  const name = getRoom(file)
  const room = name === undefined ? undefined : rooms[name]
  if (!room || isTestFile(file)) return []
  const targets = specifiers.map((specifier) => resolveSpecifier(file, specifier)).filter((path) => path !== undefined)
  const problems = targets.flatMap((target) => {
    const other = getRoom(target) ?? ''
    const entered = rooms[other]
    if (!room.entersByDoors || !entered?.door || other === name) return []
    const folder = entered.isApart ? `${other}/${target.slice(other.length + 1).split('/')[0]}` : other
    const door = `${folder}/${entered.door}`
    return target === door || !files.includes(door) ? [] : [`${file}: enters ${target} past the front door ${door}.`]
  })
  if (room.mostImports !== undefined && targets.length > room.mostImports)
    problems.push(`${file}: ${targets.length} local imports. The limit is ${room.mostImports}.`)
  return problems
}

function findCircles(listTargets: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push(`${file}: imports itself in a circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}.`)
      return
    }
    if (done.has(file)) return
    for (const target of listTargets.get(file) ?? []) walk(target, [...path, file])
    done.add(file)
  }
  for (const file of listTargets.keys()) walk(file, [])
  return circles
}

if (import.meta.main) {
  const { files, imports, problems } = checkRooms(join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(`rooms: ${files} files, ${imports} imports, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
