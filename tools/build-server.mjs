import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const output = join(root, 'dist/server')
const entry = 'start.mjs'
const sources = ['cli', 'server', 'worker', 'engine', 'contract', 'law', 'tools', 'main.ts', 'package-lock.json']
const code = /\.(?:ts|mjs|json)$/
/** A running server loads some files on demand, so its build must outlive the next one. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/** Packages that load data or binaries from their own folders. */
const unbundled = /^(?:@electric-sql\/pglite|sherpa-onnx|pdfkit|wink-|eld|vite|rolldown|pg-native|pg-cloudflare)/

function digestSources() {
  const digest = createHash('sha256')
  for (const source of sources) {
    const isFolder = statSync(join(root, source)).isDirectory()
    const names = isFolder
      ? readdirSync(join(root, source), { recursive: true }).map((name) => join(source, name))
      : [source]
    for (const name of names.sort()) {
      if (!code.test(name) || name.includes('.test.')) continue
      const { size, mtimeMs } = statSync(join(root, name), { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 }
      digest.update(`${name} ${size} ${mtimeMs}\n`)
    }
  }
  return digest.digest('hex').slice(0, 16)
}

function mayWrite() {
  const folder = [output, dirname(output), root].find((each) => existsSync(each))
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const listBuilds = () =>
  existsSync(output)
    ? readdirSync(output)
        .filter((name) => existsSync(join(output, name, entry)))
        .map((name) => ({ name, at: statSync(join(output, name)).mtimeMs }))
        .sort((a, b) => b.at - a.at)
    : []

/** Makes bundled code look for its files next to its source file instead of next to the bundle. */
const keepPlaces = {
  name: 'keep-places',
  transform(text, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !text.includes('import.meta.')) return null
    const place = JSON.stringify(relative(join(output, 'build'), id))
    return text
      .replaceAll(/\bimport\.meta\.url\b/g, `new URL(${place}, __built).href`)
      .replaceAll(/\bimport\.meta\.dirname\b/g, `__dirnameOf(new URL(${place}, __built))`)
  },
}
const banner = [
  `import { dirname as __dirnameIn } from 'node:path'`,
  `import { fileURLToPath as __pathIn } from 'node:url'`,
  `const __built = import.meta.url`,
  `const __dirnameOf = (url) => __dirnameIn(__pathIn(url))`,
].join('\n')

/** Runs in a separate process because bundling takes 500 MB of memory that the server would never release. */
async function bundle(folder) {
  const { rolldown } = await import('rolldown')
  const bundled = await rolldown({
    input: { start: join(root, 'cli/start.ts') },
    platform: 'node',
    external: (id) => unbundled.test(id),
    plugins: [keepPlaces],
    logLevel: 'silent',
  })
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }
  await bundled.write({ dir: folder, format: 'esm', banner, ...names })
  await bundled.close()
}

/**
 * Returns the URL of the bundled server, which starts several times faster than its 1,200 source files, or null if it
 * must run from source.
 */
export function findServer() {
  const digest = digestSources()
  const folder = join(output, digest)
  const url = (name) => pathToFileURL(join(output, name, entry)).href
  if (existsSync(join(folder, entry))) return url(digest)
  const builds = listBuilds()
  // A read-only installation was built when it was installed. Copying it may have changed its file times.
  if (!mayWrite()) return builds[0] ? url(builds[0].name) : null
  if (!existsSync(join(root, 'node_modules/rolldown'))) return null
  const fresh = join(output, `new-${process.pid}`)
  try {
    mkdirSync(output, { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), fresh], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr.trim())
    for (const { name, at } of builds)
      if (Date.now() - at > keptMs) rmSync(join(output, name), { recursive: true, force: true })
    renameSync(fresh, folder)
    return url(digest)
  } catch (error) {
    // Another process may have built it at the same time.
    if (existsSync(join(folder, entry))) return url(digest)
    process.stderr.write(`The server could not be bundled, so its sources run: ${error.message}\n`)
    return null
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2]) await bundle(process.argv[2])
  else findServer()
}
