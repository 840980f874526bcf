export interface Room {
  /** Path prefixes. A file belongs to the first matching room. */
  at: readonly string[]
  mayEnter: readonly string[]
  node: boolean
  onlyPackages?: readonly RegExp[]
  noPackages?: readonly RegExp[]
  /** True if its subfolders can't import each other. */
  isApart?: boolean
  /** The only file that rooms with `entersByDoors` may import from this room. */
  door?: string
  entersByDoors?: boolean
  mostImports?: number
}

/** Forbidden in the engine, which must run without a server or database. */
const serverPackages = [
  /^fastify$/,
  /^@fastify\//,
  /^pg$/,
  /^pg-boss$/,
  /^drizzle-orm\b/,
  /^@electric-sql\//,
  /^@tus\//,
]
const product = [
  'contract',
  'law',
  'engine',
  'server',
  'server/platform',
  'server/features',
  'server/migrations',
  'worker',
]
const browser = ['contract', 'law', 'web/ui', 'web/platform']

export const rooms: Readonly<Record<string, Room>> = {
  contract: { at: ['contract/'], mayEnter: [], node: false, onlyPackages: [/^zod$/] },
  law: { at: ['law/'], mayEnter: ['contract'], node: false, onlyPackages: [] },
  engine: { at: ['engine/'], mayEnter: ['contract'], node: true, noPackages: serverPackages },
  'server/platform': { at: ['server/platform/'], mayEnter: ['contract'], node: true },
  'server/migrations': { at: ['server/migrations/'], mayEnter: ['contract', 'server/platform'], node: true },
  'server/features': { at: ['server/features/'], mayEnter: ['contract', 'law', 'server/platform'], node: true },
  server: {
    at: ['server/'],
    mayEnter: ['contract', 'law', 'server/platform', 'server/features', 'server/migrations'],
    node: true,
  },
  worker: { at: ['worker/'], mayEnter: ['contract', 'engine', 'server/platform', 'server/features'], node: true },
  'web build': { at: ['web/vite.'], mayEnter: ['tools'], node: true },
  'web/ui': { at: ['web/ui/'], mayEnter: [], node: false, door: 'kit.ts' },
  'web/platform': { at: ['web/platform/'], mayEnter: ['contract', 'web/ui'], node: false, door: 'index.ts' },
  'web/features': { at: ['web/features/'], mayEnter: browser, node: false, isApart: true, door: 'index.ts' },
  'web/shell': { at: ['web/shell/'], mayEnter: [...browser, 'web/features'], node: false, door: 'index.ts' },
  'web/widgets': {
    at: ['web/widgets/'],
    mayEnter: [...browser, 'web/features', 'web/shell'],
    node: false,
    entersByDoors: true,
  },
  'web/screens': {
    at: ['web/screens/'],
    mayEnter: [...browser, 'web/features', 'web/shell', 'web/widgets'],
    node: false,
    entersByDoors: true,
    mostImports: 10,
  },
  web: { at: ['web/'], mayEnter: [...browser, 'web/features', 'web/shell', 'web/screens'], node: false },
  main: { at: ['main.ts'], mayEnter: product, node: true },
  cli: { at: ['cli/'], mayEnter: [...product, 'main', 'tools'], node: true },
  tools: { at: ['tools/'], mayEnter: [], node: true },
  samples: { at: ['samples/'], mayEnter: [], node: true },
  test: { at: ['test/'], mayEnter: [...product, 'main', 'tools'], node: true },
  bench: { at: ['bench/'], mayEnter: [...product, 'main', 'cli', 'test', 'tools'], node: true },
  e2e: { at: ['e2e/', 'playwright.config.ts'], mayEnter: [...product, 'main', 'test', 'tools'], node: true },
  settings: { at: ['vitest.config.ts'], mayEnter: ['test'], node: true },
}

/** A feature may import only the features listed before it. */
export const featureOrder: readonly string[] = [
  'audit',
  'team',
  'auth',
  'notifications',
  'profile',
  'cases',
  'sessions',
  'jurors',
  'videos',
  'annotations',
  'opinions',
  'analysis',
  'corrections',
  'proposals',
  'speakers',
  'highlights',
  'strikes',
  'exports',
  'settings',
  'overview',
  'search',
  'operations',
  'contact',
]

/**
 * A module may import only the modules listed before it. Files outside the modules are the feature's entry, which no
 * module may import.
 */
export const moduleOrder: Readonly<Record<string, readonly string[]>> = {
  exports: ['core', 'documents', 'sharing', 'films', 'packs'],
}

export const lineLimits = { source: 400, test: 800 }

export const shapeLimits: Readonly<{
  rooms: readonly string[]
  complexity: number
  folderFiles: number
  wideFolders: readonly string[]
}> = {
  rooms: ['contract', 'law', 'engine', 'server', 'worker', 'web', 'main', 'cli'],
  complexity: 15,
  folderFiles: 15,
  /** Exempt from `folderFiles`, because they are flat lists of similar files. */
  wideFolders: ['server/migrations', 'web/ui'],
}

export const isTestFile = (file: string): boolean => /\.(?:test|spec|suite)\.tsx?$|^(?:test|e2e)\//.test(file)

export const getRoom = (file: string): string | undefined =>
  Object.keys(rooms).find((room) => rooms[room]?.at.some((start) => file.startsWith(start)))
