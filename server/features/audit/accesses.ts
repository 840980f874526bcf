import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { ByteMeter } from '#server/platform/http/bytes.ts'
import { lockName } from '#server/platform/lease.ts'
import { addAccess, addAccessedBytes, closeAccess, findOpenAccess, listEndedAccesses } from './audit.queries.ts'
import { recordAudit } from './audit.service.ts'

const flushEveryMs = 2_000
const maxRemembered = 10_000

export type Access = {
  firmId: string
  caseId: string | null
  entity: 'video' | 'export'
  entityId: string
  file: string
  by: { userId: string; apiToken?: string | undefined } | { linkId: string }
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

  async open(asked: Access, opened: (tx: Db) => Promise<void> = async () => {}): Promise<ByteMeter> {
    const token = 'userId' in asked.by ? asked.by.apiToken : undefined
    const access = token === undefined ? asked : { ...asked, file: `${asked.file}, by API token ${token}` }
    const who = 'userId' in access.by ? access.by.userId : access.by.linkId
    const name = `${access.entityId} ${access.caseId} ${access.file} ${who}`
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
    try {
      await addAccessedBytes(this.#db, counted)
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
  const { by, action, ...file } = access
  const [userId, linkId] = 'userId' in by ? [by.userId, null] : [null, by.linkId]
  const token = 'userId' in by && by.apiToken !== undefined ? { apiToken: by.apiToken } : {}
  const row = { id: newId(), userId, linkId, ...file }
  await lockName(tx, `access:${name}`)
  const found = await findOpenAccess(tx, row)
  const { id, leftSeconds } = found ?? (await addAccess(tx, row))
  if (!found) {
    await opened(tx)
    const details = { file: file.file, access: id, ...(linkId === null ? {} : { linkId }), ...token }
    await recordAudit(tx, { ...file, actorId: userId, action, details })
  }
  return { id, until: Date.now() + leftSeconds * 1000 }
}

export async function closeAccesses(db: Db): Promise<void> {
  for (const id of await listEndedAccesses(db))
    await db.transaction(async (tx) => {
      const row = await closeAccess(tx, id)
      if (!row) return
      const { firmId, caseId, entity, entityId, file, userId, linkId, ip, bytes } = row
      const [from, to] = [row.openedAt.toISOString(), row.lastAt.toISOString()]
      const details = { file, access: id, bytes, from, to, ...(linkId === null ? {} : { linkId }) }
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
