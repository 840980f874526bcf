import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stillGoing } from './still-going.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const output = join(root, 'dist/web')
const stampName = '.sources'
const sources = ['web', 'contract', 'law', 'samples/voir-dire.mp4', 'package.json', 'package-lock.json']

function digestSources() {
  const digest = createHash('sha256')
  for (const source of sources) {
    const isFolder = statSync(join(root, source)).isDirectory()
    const names = isFolder
      ? readdirSync(join(root, source), { recursive: true })
          .map((name) => join(source, name))
          .sort()
      : [source]
    for (const name of names) {
      if (/\.test\.tsx?$|\.md$/.test(name)) continue
      const { size, mtimeMs } = statSync(join(root, name), { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 }
      digest.update(`${name} ${size} ${mtimeMs}\n`)
    }
  }
  return digest.digest('hex')
}

const isBuiltFrom = (digest) => {
  const stamp = join(output, stampName)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
}

function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Prints to stderr because stdout belongs to the calling command. Throws if the build fails. */
export async function buildWebIfStale() {
  const digest = digestSources()
  if (isBuiltFrom(digest)) return
  if (existsSync(join(output, stampName)) && !mayWrite(dirname(output))) return
  process.stderr.write('Building the web pages…\n')
  // Moves the build into place once complete, so a partial build is never used.
  const fresh = `${output}.new-${process.pid}`
  const old = `${output}.old-${process.pid}`
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = [
      vite,
      'build',
      '--config',
      'web/vite.config.ts',
      '--outDir',
      fresh,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]
    const result = stillGoing('building the web pages', () =>
      spawnSync(join(root, 'node_modules/.bin/node'), args, {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production' },
      }),
    )
    if (result.status !== 0) {
      const lines = `${result.stdout}${result.stderr}`.split('\n').filter((line) => !/^\s+at /.test(line))
      process.stderr.write(lines.join('\n'))
      throw new Error('The web pages could not be built. See the output above')
    }
    writeFileSync(join(fresh, stampName), digest)
    if (existsSync(output)) renameSync(output, old)
    renameSync(fresh, output)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await buildWebIfStale().catch((error) => {
    process.stderr.write(`${error.message}.\n`)
    process.exitCode = 1
  })
