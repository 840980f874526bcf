import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toOutage } from '../database/outage.ts'
import { backgroundPatience, withPatience } from '../database/patience.ts'
import type { Db } from '../db.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Parts } from '../parts.ts'
import { seal, unseal } from '../keys/sealing.ts'

export type Act = { userId: string | null; firmId: string | null; endpoint: string; key: string; requestHash: string }

/** A process that has been silent for this long is considered dead. */
const claimSeconds = 60
const waitMs = 10_000
const pollMs = 100
const keepHours = 24
const keepWaitMs = 1000
const persistMs = 500

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Replays the stored response for a repeated `Idempotency-Key`. `content` tells requests apart by body, or by headers
 * for streams.
 */
export async function replayOrRun<T>(
  parts: Pick<Parts, 'database' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, content }: { endpoint: string; content: unknown },
  work: (db: Db) => Promise<T>,
): Promise<{ answer: T; isReplay: boolean }> {
  const { db } = parts.database
  const act = readAct(request, endpoint, content)
  if (!act) return { answer: await work(db), isReplay: false }
  const { answer, isReplay } = await runOncePerKey(db, parts.config.DATA_DIR, act, work)
  if (isReplay) {
    reply.header('idempotent-replayed', 'true')
    // Drain the unread stream so that the connection doesn't stall.
    request.raw.resume()
  }
  return { answer: answer as T, isReplay }
}

function readAct(request: FastifyRequest, endpoint: string, content: unknown): Act | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal('invalid', 'Idempotency-Key must have 1 to 200 printable characters and no spaces.')
  return {
    userId: request.actor?.userId ?? null,
    firmId: request.actor?.firmId ?? null,
    endpoint,
    key,
    requestHash: hash(JSON.stringify([request.url, content ?? null])),
  }
}

type Row = {
  id: string
  claim: string
  is_stale: boolean
  is_committed: boolean
  sealed_answer: string | null
  /** The response may contain what the person can no longer see. */
  has_lost_access: boolean
}
type Found = { claim: string; id: string } | { answer: unknown }

/** Runs `work` once per key. Its transactions commit only while this request owns the key. Refusals aren't stored. */
export async function runOncePerKey(
  db: Db,
  dataDir: string,
  act: Act,
  work: (db: Db) => Promise<unknown>,
): Promise<{ answer: unknown; isReplay: boolean }> {
  const found = await claimAct(db, dataDir, act)
  if ('answer' in found) return { answer: found.answer, isReplay: true }
  const { id, claim } = found
  let answer: unknown
  try {
    answer = await work(fence(db, id, claim))
  } catch (error) {
    // A refusal releases the key even if a transaction was committed, such as one that counts an attempt.
    const isRefused = error instanceof Refusal && error.status < 500
    const given = sql`delete from idempotency_keys where id = ${id} and claim = ${claim} and (${isRefused} or not is_committed)`
    // Has long limits so that the key doesn't stay claimed. They must cover `then`, which starts the query.
    const letGo = withPatience(backgroundPatience, () => persist(() => db.execute(given)))
    if (error instanceof Refusal || !toOutage(error)) await letGo
    throw error
  }
  const sealed = await seal(dataDir, sealName(id), JSON.stringify({ requestHash: act.requestHash, answer }))
  const keep = sql`update idempotency_keys set sealed_answer = ${sealed}, is_committed = true
    where id = ${id} and claim = ${claim} and claimed_at > '-infinity'`
  // The action is committed, so storing its response may take longer.
  const kept = withPatience(backgroundPatience, () => persist(() => db.execute(keep)))
  await Promise.race([kept, sleep(keepWaitMs, undefined, { ref: false })])
  return { answer, isReplay: false }
}

/** Resolves after the first try. If the database is down, tries again until the claim is stale. */
async function persist(work: () => Promise<unknown>): Promise<void> {
  const isDone = () =>
    work().then(
      () => true,
      () => false,
    )
  if (await isDone()) return
  const repeat = async () => {
    for (const deadline = performance.now() + claimSeconds * 1000; performance.now() < deadline;) {
      await sleep(persistMs, undefined, { ref: false })
      if (await isDone()) return
    }
  }
  void repeat()
}

const createLostResponse = () =>
  new Refusal('conflict', 'This was already saved, but the response was lost. Reload to see it.')

const sealName = (id: string) => `idempotency ${id}`

async function claimAct(db: Db, dataDir: string, act: Act): Promise<Found> {
  const claim = newId()
  const ours = sql`user_id is not distinct from ${act.userId}::uuid and firm_id is not distinct from ${act.firmId}::uuid
    and endpoint = ${act.endpoint} and key_hash = ${hash(act.key)}`
  for (const deadline = Date.now() + waitMs; ; await sleep(pollMs)) {
    const id = newId()
    const { rows: fresh } = await db.execute<{ id: string }>(sql`
      insert into idempotency_keys (id, user_id, firm_id, endpoint, key_hash, claim)
      values (${id}, ${act.userId}, ${act.firmId}, ${act.endpoint}, ${hash(act.key)}, ${claim})
      on conflict do nothing returning id`)
    if (fresh.length > 0) return { id, claim }
    const { rows } = await db.execute<Row>(sql`
      select id, claim, is_committed, sealed_answer,
        claimed_at < now() - make_interval(secs => ${claimSeconds}) as is_stale,
        exists (select from case_members member join cases on cases.id = member.case_id
          where member.user_id = idempotency_keys.user_id and cases.firm_id = idempotency_keys.firm_id
          and member.expires_at > idempotency_keys.created_at and member.expires_at <= now()) as has_lost_access
      from idempotency_keys where ${ours}`)
    const [row] = rows
    // The first request was rejected while this one waited, so this one takes over.
    if (!row) continue
    if (row.sealed_answer !== null && row.has_lost_access) throw createLostResponse()
    if (row.sealed_answer !== null) return { answer: await readAnswer(dataDir, row.id, row.sealed_answer, act) }
    if (row.is_stale) {
      if (row.is_committed) throw createLostResponse()
      const { rows: taken } = await db.execute<{ id: string }>(sql`
        update idempotency_keys set claim = ${claim}, claimed_at = now()
        where id = ${row.id} and claim = ${row.claim} and not is_committed returning id`)
      if (taken.length > 0) return { id: row.id, claim }
    }
    if (Date.now() > deadline)
      throw new Refusal('conflict', 'The same request is still being processed. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
  }
}

async function readAnswer(dataDir: string, id: string, sealed: string, act: Act): Promise<unknown> {
  const text = await unseal(dataDir, sealName(id), sealed).catch(() => {
    // The response was sealed with another data folder's key, for example before a restore.
    throw createLostResponse()
  })
  const { requestHash, answer } = JSON.parse(text) as { requestHash: string; answer: unknown }
  if (requestHash !== act.requestHash)
    throw new Refusal('mismatch', 'This Idempotency-Key was used for another request. Use a new key for each request.')
  return answer
}

/** Each transaction marks the key as committed, or fails if another request took over. */
function fence(db: Db, id: string, claim: string): Db {
  const fenced = Object.create(db) as Db
  fenced.transaction = (work, config) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      const { rows } = await tx.execute(
        sql`update idempotency_keys set is_committed = true where id = ${id} and claim = ${claim} returning id`,
      )
      if (rows.length === 0)
        throw new Refusal('conflict', 'The same request was sent again and is already being processed.')
      return result
    }, config)
  return fenced
}

/**
 * After a person's access changes, their earlier responses may contain what they can no longer see. Requests that are
 * still running finish, but their responses aren't kept.
 */
export async function forgetAnswers(tx: Db, { firmId, userId }: { firmId: string; userId: string }): Promise<void> {
  await tx.execute(sql`update idempotency_keys
    set sealed_answer = null, claimed_at = '-infinity'
    where user_id = ${userId} and firm_id = ${firmId} and is_committed`)
}

export async function forgetOldActs(db: Db): Promise<void> {
  await db.execute(sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${keepHours})`)
}
