import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { CatalogModel } from './catalog.ts'
import { sendRequest } from './http.ts'

const silentMs = 60_000
const attempts = 4
const redirectsAtMost = 5
const firstWaitMs = 1000

export class PullFailure extends Error {
  override readonly name = 'PullFailure'
}

/** Resumes partial downloads. Replaces an existing model only when every file has the expected hash. */
export async function pullModel(options: {
  model: CatalogModel
  folder: string
  host: string
  signal: AbortSignal
  onProgress: (file: string, doneBytes: number, totalBytes: number | null) => void
  settings?: { silentMs?: number; firstWaitMs?: number }
}): Promise<{ pinned: string[] }> {
  const { model, folder } = options
  const staging = join(folder, `.pull-${model.name}`)
  await mkdir(staging, { recursive: true })
  const pins = await readPins(folder)
  const known = pins[model.name] ?? {}
  const hashes: Record<string, string> = {}
  const pinned: string[] = []
  for (const { name, sha256 } of model.files) {
    await pullFile(options, name, join(staging, name))
    const found = await hashFile(join(staging, name))
    const expected = sha256 ?? known[name]
    if (expected !== undefined && found !== expected) {
      await rm(join(staging, name))
      const whose = sha256 === null ? 'the one pinned on first download' : 'the published one'
      throw new PullFailure(
        `The hash of ${name} of ${model.name} doesn’t match ${whose}. Nothing was changed. Try again later.`,
      )
    }
    if (expected === undefined) pinned.push(name)
    hashes[name] = found
  }
  for (const name of await readdir(staging)) if (!(name in hashes)) await rm(join(staging, name), { recursive: true })
  const target = join(folder, model.name)
  const old = join(folder, `.old-${model.name}`)
  await rm(old, { recursive: true, force: true })
  if (await stat(target).catch(() => null)) await rename(target, old)
  await rename(staging, target)
  await writePins(folder, { ...pins, [model.name]: hashes })
  await rm(old, { recursive: true, force: true })
  return { pinned }
}

type Options = Parameters<typeof pullModel>[0]

async function pullFile(options: Options, name: string, path: string): Promise<void> {
  if (await stat(path).catch(() => null)) return
  for (let attempt = 1; ; attempt++) {
    try {
      await download(options, name, `${path}.part`)
      return await rename(`${path}.part`, path)
    } catch (error) {
      options.signal.throwIfAborted()
      if (error instanceof PullFailure) throw error
      if (attempt === attempts) {
        const sentence = `Could not download ${name} of ${options.model.name} from ${new URL(options.host).host}: the connection failed ${attempts} times. Run the same command to resume.`
        throw new PullFailure(sentence, { cause: error })
      }
      await wait((options.settings?.firstWaitMs ?? firstWaitMs) * 2 ** (attempt - 1), undefined, {
        signal: options.signal,
      })
    }
  }
}

async function download(
  { model, host, signal, onProgress, settings }: Options,
  name: string,
  part: string,
): Promise<void> {
  const have = (await stat(part).catch(() => null))?.size ?? 0
  const silence = new AbortController()
  const limit = settings?.silentMs ?? silentMs
  const timer = setTimeout(() => silence.abort(new Error('silent')), limit)
  const url = new URL(`${host.replace(/\/+$/, '')}/${model.repository}/resolve/main/${name}`)
  const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {}
  try {
    const response = await followRedirects(url, { headers, signal: AbortSignal.any([signal, silence.signal]) })
    try {
      const status = response.statusCode ?? 0
      // The partial file is complete or too long, so start over.
      if (status === 416) await rm(part)
      if (mayRecover(status)) throw new Error(`status ${status}`)
      if (status !== 200 && status !== 206)
        throw new PullFailure(`${name} for ${model.name} wasn’t found on ${url.host} (${status}). Nothing was changed.`)
      await writePart(response, part, status === 206 ? have : 0, {
        alive: () => timer.refresh(),
        progress: (done, total) => onProgress(name, done, total),
      })
    } finally {
      response.destroy()
    }
  } finally {
    clearTimeout(timer)
  }
}

const mayRecover = (status: number): boolean => status === 416 || status === 429 || status >= 500

async function writePart(
  response: IncomingMessage,
  part: string,
  from: number,
  watch: { alive: () => void; progress: (done: number, total: number | null) => void },
): Promise<void> {
  const length = response.headers['content-length']
  const total = length === undefined ? null : from + Number(length)
  await using file = await open(part, from > 0 ? 'a' : 'w')
  let done = from
  for await (const bytes of response as AsyncIterable<Buffer>) {
    watch.alive()
    await file.write(bytes)
    done += bytes.length
    watch.progress(done, total)
  }
  if (total !== null && done !== total) throw new Error('the connection ended early')
  await file.sync()
}

/** Follows redirects, but not from https to http. */
async function followRedirects(url: URL, options: { headers: Record<string, string>; signal: AbortSignal }) {
  let at = url
  for (let hops = 0; hops <= redirectsAtMost; hops++) {
    const response = await sendRequest(at, options)
    const { location } = response.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0)
    if (!isRedirect || location === undefined) return response
    response.destroy()
    const next = new URL(location, at)
    if (at.protocol === 'https:' && next.protocol !== 'https:')
      throw new PullFailure(`${at.host} redirects to an unencrypted address. Nothing was changed.`)
    at = next
  }
  throw new PullFailure(`${url.host} redirects too many times. Nothing was changed.`)
}

const fileName = 'models.lock.json'
const Pins = z.record(z.string(), z.record(z.string(), z.string()))
type Pins = z.infer<typeof Pins>

export async function readPins(folder: string): Promise<Pins> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return Pins.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${join(folder, fileName)} is damaged. Restore it from a backup, or delete it and download the models again.`,
    )
  }
}

async function writePins(folder: string, pins: Pins): Promise<void> {
  const path = join(folder, fileName)
  await writeFile(`${path}.tmp`, `${JSON.stringify(pins, null, 2)}\n`, { flush: true })
  await rename(`${path}.tmp`, path)
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part as Buffer)
  return hash.digest('hex')
}
