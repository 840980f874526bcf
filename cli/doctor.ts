import { existsSync } from 'node:fs'
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkMediaTools } from '#engine/media/ffmpeg.ts'
import { findBuiltIn } from '#engine/speech/builtin.ts'
import { findModel } from '#engine/speech/sherpa.model.ts'
import { lanes, type NodeList, type NodeRecord } from '#contract/operations/nodes.ts'
import type { OperatorRecord } from '#server/features/team/operators.ts'
import { findNewest } from '#server/platform/backup/list.ts'
import { type Config, ConfigFault, publicUrl, readConfig } from '#server/platform/config.ts'
import { askServer } from '#server/platform/control.ts'
import { Refusal } from '#server/platform/errors.ts'
import { missingDumpTools } from '#server/platform/database/dump.ts'
import { openMailer } from '#server/platform/mail.ts'
import { newId } from '#server/platform/ids.ts'
import { openStorage } from '#server/platform/storage/open.ts'
import { type Disk, listDisks } from '#server/platform/storage/space.ts'
import { describePlace, type StoragePlace } from '#server/platform/storage/url.ts'
import { findMissingParts, findPackageManager, installCommand } from '#tools/parts.mjs'

const usage = `Usage: venire doctor [--json]

Checks this machine, its programs, speech models, settings, mail server, backups, and file storage, and shows
how to fix problems. Exits with 1 if something required is missing.
`

const mark = { ok: '✓', advice: '•', fault: '✗' } as const

export async function doctor(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const checks = [checkMachine(), ...checkParts(), await checkMedia(), ...(await checkSettings())]
  if (values.json) console.log(JSON.stringify(checks))
  else for (const { level, name, says } of checks) console.log(`${mark[level]} ${name}: ${says}`)
  return checks.some((each) => each.level === 'fault') ? 1 : 0
}

const gigabyte = 1024 ** 3

function checkMachine(): Check {
  const memory = totalmem() / gigabyte
  const message = `${cpus().length} cores, ${memory.toFixed(1)} GB memory, Node ${process.versions.node}`
  return memory < 2
    ? { name: 'Machine', level: 'advice', says: `${message}; at least 2 GB is recommended` }
    : { name: 'Machine', level: 'ok', says: message }
}

async function checkMedia(): Promise<Check> {
  const { ffmpeg, memoryLimited } = await checkMediaTools()
  if (ffmpeg === null) return { name: 'ffmpeg', level: 'fault', says: 'does not run' }
  if (memoryLimited) return { name: 'ffmpeg', level: 'ok', says: ffmpeg }
  return {
    name: 'ffmpeg',
    level: 'advice',
    says: `${ffmpeg}; this system can’t limit its memory, so accept videos only from people you trust`,
  }
}

function checkParts(): Check[] {
  const missing = findMissingParts('run')
  if (missing.length === 0) return [{ name: 'Programs', level: 'ok', says: 'all installed' }]
  const manager = findPackageManager()
  return missing.map((part) => {
    const command = installCommand([part], manager, process.getuid?.() === 0)
    const message = `missing; it ${part.why}. ${command ? `Run: ${command}` : 'Install it yourself: no package is known for this system.'}`
    return { name: part.name, level: part.required ? 'fault' : 'advice', says: message }
  })
}

async function checkSettings(): Promise<Check[]> {
  try {
    const config = readConfig(process.env)
    const url = publicUrl(config)
    const everywhere = config.HOST !== '127.0.0.1' && config.HOST !== 'localhost' && config.HOST !== '::1'
    return [
      { name: 'Settings', level: 'ok', says: `valid; Venire is at ${url}` },
      everywhere && !url.startsWith('https:')
        ? {
            name: 'Encryption',
            level: 'advice',
            says: 'Other machines can reach Venire without HTTPS. Set TLS_CERT and TLS_KEY, or PUBLIC_URL=https://… behind a proxy.',
          }
        : { name: 'Encryption', level: 'ok', says: everywhere ? 'https' : 'this machine only' },
      ...(await Promise.all(listDisks(config).map((each) => checkFolder(each, config.MIN_FREE_GB)))),
      await checkRecognition(config),
      ...(await checkOperating(config)),
    ]
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    return [{ name: 'Settings', level: 'fault', says: error.message }]
  }
}

async function checkRecognition({ SPEECH_URL, MODELS_DIR, BUILT_IN_RECOGNITION }: Config): Promise<Check> {
  const name = 'Speech recognition'
  if (SPEECH_URL) return { name, level: 'ok', says: `the service at ${new URL(SPEECH_URL).host}` }
  if (!MODELS_DIR) {
    const builtIn = BUILT_IN_RECOGNITION ? findBuiltIn() : null
    if (builtIn)
      return {
        name,
        level: 'ok',
        says: `the built-in recognizer (${builtIn.name}); for better ones, run: venire models list`,
      }
    const message =
      'no model; videos without a transcript get a draft only. Attach reporter\u2019s transcripts, or run: venire models list'
    return { name, level: 'advice', says: message }
  }
  const model = await findModel(MODELS_DIR).catch(() => null)
  if (model) return { name, level: 'ok', says: `a ${model.family} model in ${MODELS_DIR}` }
  return { name, level: 'fault', says: `no known model in ${MODELS_DIR}. Run: venire models list` }
}

const folders = {
  data: { name: 'Data folder', setting: 'DATA_DIR', stops: 'uploads stop' },
  work: { name: 'Work folder', setting: 'WORK_DIR', stops: 'analyses and exports are on hold' },
}

async function checkFolder({ folder, path }: Disk, minFreeGb: number): Promise<Check> {
  const { name, setting, stops } = folders[folder]
  const trial = join(path, `.doctor-${process.pid}`)
  try {
    await mkdir(path, { recursive: true })
    await writeFile(trial, '')
    await rm(trial)
  } catch {
    return {
      name,
      level: 'fault',
      says: `can’t write to ${path}. Fix its permissions or set ${setting}.`,
    }
  }
  const { bavail, bsize } = await statfs(path)
  const freeGb = (bavail * bsize) / gigabyte
  const message = `${path}, ${freeGb.toFixed(1)} GB free`
  return freeGb < minFreeGb
    ? { name, level: 'fault', says: `${message}; ${stops} below ${minFreeGb} GB (MIN_FREE_GB)` }
    : { name, level: 'ok', says: message }
}

type Check = { name: string; level: 'ok' | 'advice' | 'fault'; says: string }

const dayMs = 86_400_000
const oldAfterDays = 7

export async function checkOperating(config: Config): Promise<Check[]> {
  const checks = [await checkMail(config), await checkBackups(config), ...checkBackupKey(config)]
  if (config.STORAGE_URL) checks.push(await checkStorage(config, config.STORAGE_URL))
  if (config.DATABASE_URL) checks.push(await checkNodes(config), await checkKeys(config))
  if (config.OPERATOR_EMAILS.length > 0) checks.push(await checkOperators(config))
  if (config.TRIAL_DAYS > 0)
    checks.push({
      name: 'Trial',
      level: 'ok',
      says: `new firms have a ${config.TRIAL_DAYS}-day trial; see: venire trial list`,
    })
  return checks
}

/** Stores, reads, and removes a file, because each operation needs its own permission. */
async function checkStorage(config: Config, place: StoragePlace): Promise<Check> {
  const name = 'File storage'
  const where = describePlace(place)
  const key = `checks/${newId()}`
  try {
    const storage = await openStorage(config)
    await storage.put(key, Buffer.from(key))
    const found = await storage.size(key)
    await storage.protect(key)
    await storage.remove(key)
    if (found !== key.length || (await storage.size(key)) !== null)
      throw new Error('a test file couldn’t be read back or deleted')
    const isOpen = place.kind === 's3' && place.endpoint !== undefined && sendsInTheClear(place.endpoint)
    if (isOpen) return { name, level: 'advice', says: `${where} works, but without encryption. Use an https endpoint.` }
    return { name, level: 'ok', says: `${where} stores, returns, and removes files` }
  } catch (error) {
    const cause = error instanceof Refusal && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return {
      name,
      level: 'fault',
      says: `${where} can’t be used: ${reason.replace(/\.$/, '')}. Check STORAGE_URL and its keys.`,
    }
  }
}

const sendsInTheClear = (endpoint: string): boolean => {
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}

/** Checks only a running server, because opening a stopped server's database would migrate it. */
async function checkOperators(config: Config): Promise<Check> {
  const name = 'Operators'
  const { OPERATOR_EMAILS: emails } = config
  const answer = await askServer(config, 'list-operators', {})
  if (!answer)
    return { name, level: 'ok', says: 'start Venire to see whether every address in OPERATOR_EMAILS is verified' }
  const accounts = new Map((answer.result as OperatorRecord[]).map(({ email, isPending }) => [email, isPending]))
  const pending = emails.filter((email) => accounts.get(email) !== false)
  if (pending.length === 0) return { name, level: 'ok', says: 'every address in OPERATOR_EMAILS is verified' }
  const listed = pending.map((email) => (accounts.has(email) ? email : `${email} (no account)`)).join(', ')
  const how = config.SMTP_URL ? 'They use Forgot password, or you run' : 'For each that is yours, run'
  return {
    name,
    level: 'advice',
    says: `unverified, so not yet operators: ${listed}. ${how}: venire operator add EMAIL`,
  }
}

async function checkNodes(config: Config): Promise<Check> {
  const name = 'Processes'
  const answer = await askServer(config, 'list-nodes', {})
  if (!answer) return { name, level: 'ok', says: 'start Venire to see the processes that share this database' }
  const nodes = answer.result as NodeRecord[]
  const describe = ({ role, host }: NodeRecord) => `${role} on ${host}`
  const outdated = nodes.filter(({ state }) => state === 'outdated')
  if (outdated.length > 0)
    return {
      name,
      level: 'fault',
      says: `${outdated.map(describe).join(', ')}: too old for the database, so it handles no jobs. Restart it with the current version.`,
    }
  const running = nodes.filter(({ state }) => state === 'running')
  const silent = nodes.filter(({ state }) => state === 'silent').map(describe)
  const idle = lanes.filter((lane) => !running.some((node) => node.lanes.includes(lane)))
  if (idle.length > 0)
    return {
      name,
      level: 'fault',
      says: `no worker handles these jobs: ${idle.join(', ')}. Run: venire worker --lanes ${idle.join(',')}`,
    }
  const unserved = (await askServer(config, 'list-unserved', {}).catch(() => null))?.result as NodeList['unserved']
  const stuck = (unserved ?? []).map(({ lane, needs, waiting }) => `${waiting} in ${lane} need ${needs.join(' and ')}`)
  if (stuck.length > 0)
    return {
      name,
      level: 'fault',
      says: `no running worker can do some queued jobs: ${stuck.join('; ')}. Start a worker that has what they need, or cancel them.`,
    }
  const message = running.map(describe).join(', ')
  return silent.length > 0
    ? { name, level: 'advice', says: `${message}; no longer responding: ${silent.join(', ')}` }
    : { name, level: 'ok', says: message }
}

/** Compares key fingerprints, because processes with different keys can't decrypt each other's data. */
async function checkKeys(config: Config): Promise<Check> {
  const name = 'Keys'
  const answer = await askServer(config, 'list-keys', {})
  if (!answer) return { name, level: 'ok', says: 'start Venire to compare the keys of its processes' }
  const [most, ...others] = answer.result as { keys: string; nodes: string[] }[]
  if (!most || others.length === 0) return { name, level: 'ok', says: 'the same in every process' }
  const which = (keys: string) => (keys.split(' ')[0] === most.keys.split(' ')[0] ? 'secrets.key' : 'installation.key')
  const different = others.map(({ keys, nodes }) => `${nodes.join(', ')} (${which(keys)})`).join(', ')
  return {
    name,
    level: 'fault',
    says: `${different}: not the same as in ${most.nodes.join(', ')}. Give every process the same keys, then restart it.`,
  }
}

async function checkMail(config: Config): Promise<Check> {
  const name = 'Email'
  if (!config.SMTP_URL)
    return {
      name,
      level: 'advice',
      says: 'not set up, so administrators must deliver one-time links themselves. Set SMTP_URL and MAIL_FROM.',
    }
  const mailer = openMailer(config, { send: async () => null })
  const { host } = new URL(config.SMTP_URL)
  try {
    await mailer.check()
    if (!config.PUBLIC_URL)
      return {
        name,
        level: 'advice',
        says: `${host} responds, but links in emails point to this machine. Set PUBLIC_URL.`,
      }
    return { name, level: 'ok', says: `${host} responds; mail is sent from ${config.MAIL_FROM}` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { name, level: 'fault', says: `${host} does not accept mail: ${reason.replace(/\.$/, '')}. Check SMTP_URL.` }
  } finally {
    mailer.close()
  }
}

async function checkBackups(config: Config): Promise<Check> {
  const name = 'Backups'
  const missing = config.DATABASE_URL ? await missingDumpTools() : null
  if (missing)
    return {
      name,
      level: 'fault',
      says: `${missing}, so the database can’t be backed up. Install the PostgreSQL client.`,
    }
  const newest = await findNewest(join(config.DATA_DIR, 'backups'))
  if (!newest)
    return {
      name,
      level: 'advice',
      says: 'none in the data folder. Every night, back up to another disk: venire backup --to FOLDER',
    }
  const ageDays = Math.floor((Date.now() - (await stat(newest)).mtimeMs) / dayMs)
  const message = `newest in the data folder: ${basename(newest)}`
  return ageDays > oldAfterDays
    ? { name, level: 'advice', says: `${message}, ${ageDays} days old. Run: venire backup` }
    : { name, level: 'ok', says: message }
}

function checkBackupKey(config: Config): Check[] {
  const { DATA_DIR, BACKUP_KEY, INSTALLATION_KEY, SECRETS_KEY } = config
  const settings = { 'installation.key': INSTALLATION_KEY, 'secrets.key': SECRETS_KEY }
  const here = Object.entries(settings).flatMap(([name, setting]) =>
    setting === undefined && existsSync(join(DATA_DIR, name)) ? [name] : [],
  )
  if (here.length === 0) return []
  const name = 'Keys in backups'
  if (BACKUP_KEY) return [{ name, level: 'ok', says: 'included, encrypted with BACKUP_KEY' }]
  const message = `backups leave out ${here.join(' and ')}, which a restore needs. Set BACKUP_KEY, or keep a copy elsewhere.`
  return [{ name, level: 'advice', says: message }]
}
