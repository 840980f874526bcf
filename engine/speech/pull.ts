import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { CatalogueModel } from './catalogue.ts'
import { sendRequest } from './http.ts'

/** A line that carries nothing for this long is dead. */
const silentMs = 60_000
const attempts = 4
const redirectsAtMost = 5
const firstWaitMs = 1000

/** One sentence: why a model could not be pulled, and what to do. */
export class PullFailure extends Error {
  override readonly name = 'PullFailure'
}

/**
 * Pulls a model into `folder/NAME`. Its files are gathered in a hidden folder, where an interrupted pull goes on later;
 * only when all are there and have the right hashes (the catalogue's, else those pinned at the first pull) does the
 * whole take the place of what was there. A pull that fails changes nothing else.
 */
export async function pullModel(options: {
  model: CatalogueModel
  folder: string
  /** Address in the place of the catalogue's host, such as a mirror in the firm. */
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
      const whose = sha256 === null ? 'the one pinned at the first pull' : 'the one its source publishes'
      throw new PullFailure(
        `The file ${name} of ${model.name} has another hash than ${whose}. Nothing was changed; do not use it, and pull again later.`,
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
        const sentence = `${name} of ${options.model.name} could not be pulled from ${new URL(options.host).host}: the connection failed ${attempts} times. Nothing was changed; the same command goes on where it stopped.`
        throw new PullFailure(sentence, { cause: error })
      }
      await wait((options.settings?.firstWaitMs ?? firstWaitMs) * 2 ** (attempt - 1), undefined, {
        signal: options.signal,
      })
    }
  }
}

/** Appends to what an earlier try left, as far as the server still has the same file. */
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
      // The part is as long as the file, or longer; only a whole new pull can tell.
      if (status === 416) await rm(part)
      if (mayRecover(status)) throw new Error(`status ${status}`)
      if (status !== 200 && status !== 206)
        throw new PullFailure(`${url.host} does not have ${name} of ${model.name} (${status}). Nothing was changed.`)
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

/** Writes the answer behind the first `from` bytes of the part. */
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

/** Hosts of models send one on to where the bytes lie; never from https to http. */
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
      throw new PullFailure(`${at.host} sends on to an address without encryption. Nothing was changed.`)
    at = next
  }
  throw new PullFailure(`${url.host} sends from address to address without an end. Nothing was changed.`)
}

const fileName = 'models.lock.json'
const Pins = z.record(z.string(), z.record(z.string(), z.string()))
/** Model → file → SHA-256 as it was at the first pull. */
type Pins = z.infer<typeof Pins>

/** The pinned hashes of a folder of models; empty where nothing was pulled into it. Throws where the file is damaged. */
export async function readPins(folder: string): Promise<Pins> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return Pins.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${join(folder, fileName)} is damaged; restore it from a backup, or remove it and pull the models again.`,
    )
  }
}

async function writePins(folder: string, pins: Pins): Promise<void> {
  const path = join(folder, fileName)
  await writeFile(`${path}.tmp`, `${JSON.stringify(pins, null, 2)}\n`, { flush: true })
  await rename(`${path}.tmp`, path)
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part as Buffer)
  return hash.digest('hex')
}
