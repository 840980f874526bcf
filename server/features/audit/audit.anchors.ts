import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { type InstallationKey, findKey } from '#server/platform/keys/installation-key.ts'
import { isMissing } from '#server/platform/errors.ts'
import { findAuditTables, listUnanchored, readAnchorLease } from './audit.queries.ts'
import { auditEvents, auditHeads } from './audit.table.ts'
import { recordBoundaries } from './audit.service.ts'
import { describeCount } from './audit.verify.ts'

/**
 * An append-only log of chain heads, kept outside the database so that tampering with the database is detected. Each
 * line is authenticated with a key and chained to the previous line.
 */
export const anchorsPath = (dataDir: string): string => join(dataDir, 'audit-anchors.log')

const Head = z.object({ chain: z.uuid(), seq: z.number().int(), hash: z.string() })
const AnchorLine = z.object({
  n: z.number().int(),
  at: z.iso.datetime(),
  fence: z.number().int(),
  kind: z.enum(['anchor', 'restored']),
  /** An anchor records one head. A restore records all heads and supersedes any anchors newer than those heads. */
  heads: z.array(Head),
  reason: z.string().optional(),
  key: z.string(),
  previous: z.string(),
  mac: z.string(),
})
export type AnchorLine = z.infer<typeof AnchorLine>
export type Tail = Pick<AnchorLine, 'n' | 'mac'> & { at: string | null; bytes: number; heads: Map<string, number> }

const start = '0'.repeat(64)
const linesAtOnce = 200
const anchoredWithinSeconds = 120

export async function getAnchorsSize(dataDir: string): Promise<number> {
  try {
    return (await stat(anchorsPath(dataDir))).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

const sign = (key: InstallationKey, line: Omit<AnchorLine, 'mac'>): string => key.hmac('audit anchor', toText(line))
const toText = ({ n, at, fence, kind, heads, reason, key, previous }: Omit<AnchorLine, 'mac'>): string =>
  JSON.stringify([
    n,
    at,
    fence,
    kind,
    heads.map(({ chain, seq, hash }) => [chain, seq, hash]),
    reason ?? null,
    key,
    previous,
  ])

/**
 * Appends a keyed event to chains written by older versions. Runs once, before the first anchor. If a chain without
 * keys is found later, it was rewritten.
 */
export async function keyOlderChains(db: Db, dataDir: string): Promise<void> {
  if ((await getAnchorsSize(dataDir)) > 0) return
  const { events, heads } = await findAuditTables(db)
  if (events && heads) await recordBoundaries(db)
}

export async function readTail(dataDir: string): Promise<Tail> {
  const tail: Tail = { n: 0, mac: start, at: null, bytes: 0, heads: new Map() }
  if ((await getAnchorsSize(dataDir)) === 0) return tail
  for await (const { text, bytes } of readLines(anchorsPath(dataDir))) {
    tail.bytes += bytes
    const line = parse(text)
    if (!line) continue
    Object.assign(tail, { n: line.n, mac: line.mac, at: line.at })
    if (line.kind === 'restored') tail.heads.clear()
    for (const { chain, seq } of line.heads) tail.heads.set(chain, seq)
  }
  return tail
}

type Fresh = Pick<AnchorLine, 'kind' | 'heads'> & { reason?: string }

/** Appends lines and flushes them, first truncating any partial line that a crash left after `tail`. */
export async function appendLines(
  dataDir: string,
  tail: Tail,
  { key, fence, fresh }: { key: InstallationKey; fence: number; fresh: readonly Fresh[] },
): Promise<void> {
  const at = new Date().toISOString()
  let { n, mac } = tail
  const lines = fresh.map((each) => {
    n += 1
    const line = { n, at, fence, ...each, key: key.fingerprint, previous: mac }
    mac = sign(key, line)
    return `${JSON.stringify({ ...line, mac })}\n`
  })
  const bytes = Buffer.from(lines.join(''))
  const path = anchorsPath(dataDir)
  {
    await using file = await open(path, 'a', 0o600)
    if ((await file.stat()).size > tail.bytes) await file.truncate(tail.bytes)
    await file.writeFile(bytes)
    await file.sync()
  }
  if (tail.n === 0) {
    await using folder = await open(dataDir, 'r')
    await folder.sync()
  }
  Object.assign(tail, { n, mac, at, bytes: tail.bytes + bytes.length })
  for (const { heads } of fresh) for (const { chain, seq } of heads) tail.heads.set(chain, seq)
}

export type AnchorReport = {
  lines: number
  lastAt: string | null
  superseded: number
  faults: string[]
}

const maxFaults = 20

type Restore = Pick<AnchorLine, 'n' | 'at'> & { path: string; heads: Map<string, number> }

/** `others` are logs from servers with other data folders. */
export async function verifyAnchors(db: Db, dataDir: string, others: readonly string[] = []): Promise<AnchorReport> {
  const report: AnchorReport = { lines: 0, lastAt: null, superseded: 0, faults: [] }
  const hasOwn = (await getAnchorsSize(dataDir)) > 0
  const paths = [...(hasOwn ? [anchorsPath(dataDir)] : []), ...others]
  const restores = (await Promise.all(paths.map(findRestores))).flat()
  for (const path of paths) await verifyLog(db, path, restores, report)
  if (report.lines > 0) report.faults.push(...(await findUnanchored(db, dataDir)))
  if (report.lines === 0 && (await db.$count(auditEvents)) > 0) report.faults.push(await explainNoAnchors(db))
  return report
}

async function findRestores(path: string): Promise<Restore[]> {
  const restores: Restore[] = []
  for await (const { text } of readLines(path)) {
    const line = parse(text)
    if (line?.kind !== 'restored') continue
    const heads = new Map(line.heads.map(({ chain, seq }) => [chain, seq]))
    restores.push({ n: line.n, at: line.at, path, heads })
  }
  return restores
}

async function verifyLog(db: Db, path: string, restores: readonly Restore[], report: AnchorReport): Promise<void> {
  let before: Pick<AnchorLine, 'n' | 'mac'> = { n: 0, mac: start }
  const waiting: Anchored[] = []
  const faults = new Map<string, string>()
  const compare = async () => {
    for (const [chain, fault] of await findMismatches(db, waiting.splice(0)))
      if (!faults.has(chain)) faults.set(chain, fault)
  }
  let lines = 0
  for await (const { text } of readLines(path)) {
    lines += 1
    const line = parse(text)
    const key = line && (await findKey(line.key))
    const fault = findFault(line, key, before)
    if (fault) report.faults.push(`line ${lines} of ${basename(path)} ${fault}`)
    if (!line) break
    before = line
    if (line.at > (report.lastAt ?? '')) report.lastAt = line.at
    const isLater = (restore: Restore) => (restore.path === path ? restore.n > line.n : restore.at > line.at)
    for (const head of line.heads) {
      const isSuperseded = restores.some((each) => isLater(each) && head.seq > (each.heads.get(head.chain) ?? 0))
      if (isSuperseded) report.superseded += 1
      else waiting.push({ ...head, at: line.at })
    }
    if (waiting.length >= linesAtOnce) await compare()
    if (report.faults.length >= maxFaults) break
  }
  await compare()
  report.lines += lines
  report.faults.push(...faults.values())
}

/** Returns a predicate for the error message, such as "was changed", or null if the line is valid. */
function findFault(
  line: AnchorLine | null,
  key: Awaited<ReturnType<typeof findKey>> | null,
  before: Pick<AnchorLine, 'n' | 'mac'>,
): string | null {
  if (line && !key) return `was written with the key ${line.key.slice(0, 16)}, which installation.key doesn’t contain`
  const follows = line && key && sign(key, line) === line.mac && line.previous === before.mac && line.n === before.n + 1
  return follows ? null : 'was changed, or a line before it was removed'
}

type Anchored = AnchorLine['heads'][number] & { at: string }

async function findMismatches(db: Db, anchored: readonly Anchored[]): Promise<Map<string, string>> {
  if (anchored.length === 0) return new Map()
  const { chain, seq, hash } = auditEvents
  const rows = await db
    .select({ chain, seq, hash })
    .from(auditEvents)
    .where(or(...anchored.map((each) => and(eq(chain, each.chain), eq(seq, each.seq)))))
  const found = new Map(rows.map((each) => [`${each.chain} ${each.seq}`, each.hash]))
  const wrong = anchored.filter((each) => found.get(`${each.chain} ${each.seq}`) !== each.hash)
  const ends = new Map(
    wrong.length === 0
      ? []
      : (
          await db
            .select({ chain, end: sql<number>`max(${seq})`.mapWith(Number) })
            .from(auditEvents)
            .where(inArray(chain, [...new Set(wrong.map((each) => each.chain))]))
            .groupBy(chain)
        ).map((each) => [each.chain, each.end]),
  )
  const faults = new Map<string, string>()
  for (const each of wrong.toSorted((a, b) => b.seq - a.seq))
    if (!faults.has(each.chain)) faults.set(each.chain, describe(each, ends.get(each.chain) ?? 0))
  return faults
}

function describe({ chain, seq, at }: Anchored, end: number): string {
  if (end >= seq) return `${chain}: event ${seq} doesn’t match the anchor of ${at}, so the chain was rewritten`
  const anchored = `${chain}: the anchor of ${at} is ahead of the chain: it recorded event ${seq}, and `
  return (
    anchored +
    (end === 0 ? 'the whole chain is gone. ' : `${describeCount(seq - end)} missing after event ${end}. `) +
    'Events were deleted, or the database was restored from an older backup. ' +
    'If you restored it, record that: venire verify audit --restored "REASON"'
  )
}

/**
 * Returns chains whose newer events this machine should have anchored by now. Without anchors, deleting those events
 * would go undetected.
 */
async function findUnanchored(db: Db, dataDir: string): Promise<string[]> {
  const { heads } = await readTail(dataDir)
  const rows = await listUnanchored(db, heads, anchoredWithinSeconds)
  return rows.map(({ chain, seq, at }) => `${chain}: event ${seq} of ${at} isn’t anchored, so the anchors were stopped`)
}

async function explainNoAnchors(db: Db): Promise<string> {
  const host = (await readAnchorLease(db))?.host
  return host
    ? `this data folder has no audit-anchors.log; the anchors are written on ${host}. Check there, or restore the file from a backup`
    : 'this data folder has no audit-anchors.log, so deleted events can’t be detected. Start Venire once to write it, or restore it from a backup'
}

export const readHeads = (db: Db): Promise<AnchorLine['heads']> =>
  db.select({ chain: auditHeads.chain, seq: auditHeads.seq, hash: auditHeads.hash }).from(auditHeads)

function parse(text: string): AnchorLine | null {
  try {
    return AnchorLine.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Skips an incomplete last line. A crash cut it off before it was acknowledged. */
async function* readLines(path: string): AsyncGenerator<{ text: string; bytes: number }> {
  // latin1 maps each byte to one character, so string lengths are byte lengths.
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) yield { text: Buffer.from(each, 'latin1').toString('utf8'), bytes: each.length + 1 }
  }
}
