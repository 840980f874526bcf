import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { ByteMeter } from '#server/platform/http/bytes.ts'
import { recordAudit } from './audit.service.ts'

const windowMinutes = 30
const silentMinutes = 2
const flushEveryMs = 2_000
const maxRemembered = 10_000

export type Access = {
  firmId: string
  caseId: string | null
  entity: 'video' | 'export'
  entityId: string
  file: string
  by: { userId: string } | { linkId: string }
  ip: string
  action: string
}

type Window = { id: string; until: number }

class AccessLog {
  readonly #db: Db
  readonly #windows = new Map<string, Window>()
  readonly #streams = new Map<string, number>()
  readonly #bytes = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(db: Db) {
    this.#db = db
  }

  async open(access: Access, opened: (tx: Db) => Promise<void> = async () => {}): Promise<ByteMeter> {
    const who = 'userId' in access.by ? access.by.userId : access.by.linkId
    const name = `${access.entityId} ${access.file} ${who}`
    let found = this.#windows.get(name)
    if (!found || found.until <= Date.now()) {
      found = await this.#db.transaction((tx) => openWindow(tx, name, access, opened))
      if (this.#windows.size >= maxRemembered) this.#windows.clear()
      this.#windows.set(name, found)
    }
    const { id } = found
    this.#streams.set(id, (this.#streams.get(id) ?? 0) + 1)
    this.#timer ??= setInterval(() => void this.flush().catch(() => {}), flushEveryMs).unref()
    return {
      count: (bytes) => void this.#bytes.set(id, (this.#bytes.get(id) ?? 0) + bytes),
      end: () => {
        const left = (this.#streams.get(id) ?? 1) - 1
        if (left > 0) this.#streams.set(id, left)
        else this.#streams.delete(id)
      },
    }
  }

  async flush(): Promise<void> {
    const counted = new Map([...this.#streams.keys()].map((id) => [id, 0]))
    for (const [id, bytes] of this.#bytes) counted.set(id, bytes)
    this.#bytes.clear()
    if (counted.size === 0) {
      if (this.#timer) clearInterval(this.#timer)
      this.#timer = null
      return
    }
    const rows = sql.join(
      [...counted].map(([id, bytes]) => sql`(${id}::uuid, ${bytes}::bigint)`),
      sql`, `,
    )
    try {
      await this.#db.execute(sql`update file_accesses set bytes = file_accesses.bytes + counted.bytes, last_at = now()
        from (values ${rows}) as counted (id, bytes) where file_accesses.id = counted.id`)
    } catch (error) {
      for (const [id, bytes] of counted) this.#bytes.set(id, (this.#bytes.get(id) ?? 0) + bytes)
      throw error
    }
  }
}

const logs = new WeakMap<Db, AccessLog>()

export function getAccessLog(db: Db): AccessLog {
  const log = logs.get(db) ?? new AccessLog(db)
  logs.set(db, log)
  return log
}

async function openWindow(tx: Db, name: string, access: Access, opened: (tx: Db) => Promise<void>): Promise<Window> {
  const { firmId, caseId, entity, entityId, file, by, ip, action } = access
  const [userId, linkId] = 'userId' in by ? [by.userId, null] : [null, by.linkId]
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access:${name}`}, 0))`)
  const { rows } = await tx.execute<{ id: string; left: number }>(sql`
    select id, extract(epoch from opened_at + make_interval(mins => ${windowMinutes}) - now())::float8 as left
    from file_accesses where entity_id = ${entityId} and file = ${file} and closed_at is null
      and user_id is not distinct from ${userId}::uuid and link_id is not distinct from ${linkId}::uuid
      and opened_at > now() - make_interval(mins => ${windowMinutes}) limit 1`)
  if (rows[0]) return { id: rows[0].id, until: Date.now() + rows[0].left * 1000 }
  const id = newId()
  await tx.execute(sql`insert into file_accesses (id, firm_id, case_id, entity, entity_id, file, user_id, link_id, ip)
    values (${id}, ${firmId}, ${caseId}, ${entity}, ${entityId}, ${file}, ${userId}, ${linkId}, ${ip})`)
  await opened(tx)
  const details = { file, access: id, ...(linkId === null ? {} : { linkId }) }
  await recordAudit(tx, { firmId, actorId: userId, ip, action, entity, entityId, caseId, details })
  return { id, until: Date.now() + windowMinutes * 60_000 }
}

export type AccessRow = { id: string; person: string | null; file: string; openedAt: string; bytes: number }

export async function listAccesses(
  db: Db,
  { entityId, limit, cursor }: { entityId: string; limit: number; cursor?: string | undefined },
): Promise<AccessRow[]> {
  const { rows } = await db.execute<AccessRow>(sql`
    select file_accesses.id, users.name as person, file, opened_at as "openedAt", bytes::float8 as bytes
    from file_accesses left join users on users.id = file_accesses.user_id
    where entity_id = ${entityId} and ${cursor === undefined ? sql`true` : sql`file_accesses.id < ${cursor}::uuid`}
    order by file_accesses.id desc limit ${limit}`)
  return rows
}

type Ended = Record<'id' | 'firmId' | 'entity' | 'entityId' | 'file', string> &
  Record<'caseId' | 'userId' | 'linkId' | 'ip', string | null> & { bytes: string; openedAt: string; lastAt: string }

export async function closeAccesses(db: Db): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from file_accesses
    where closed_at is null and opened_at < now() - make_interval(mins => ${windowMinutes})
      and last_at < now() - make_interval(mins => ${silentMinutes}) order by opened_at limit 500`)
  for (const { id } of rows)
    await db.transaction(async (tx) => {
      const closed = await tx.execute<Ended>(sql`update file_accesses set closed_at = now()
        where id = ${id} and closed_at is null and last_at < now() - make_interval(mins => ${silentMinutes})
        returning id, firm_id as "firmId", case_id as "caseId", entity, entity_id as "entityId", file, user_id as "userId",
          link_id as "linkId", ip, bytes, opened_at as "openedAt", last_at as "lastAt"`)
      const [row] = closed.rows
      if (!row) return
      const { firmId, caseId, entity, entityId, file, userId, linkId, ip, bytes, openedAt, lastAt } = row
      const [from, to] = [openedAt, lastAt].map((each) => new Date(each).toISOString())
      const details = { file, access: id, bytes: Number(bytes), from, to, ...(linkId === null ? {} : { linkId }) }
      await recordAudit(tx, {
        firmId,
        actorId: userId,
        ip,
        action: `${entity}.access_ended`,
        entity,
        entityId,
        caseId,
        details,
      })
    })
}
