import { createHash } from 'node:crypto'
import { Refusal } from '#server/platform/errors.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const whole = new RegExp(`^${uuid.source}$`)

/**
 * New ids for everything that an archive brings: nothing of it can meet, overwrite or point at what is here already, and
 * the same archive may come in twice. Of one import they are the same on every try, so that a killed one leaves nothing
 * behind. Their first half, the time, stays: lists are in the order of ids.
 */
export class Ids {
  readonly #importId: string
  readonly #byTable = new Map<string, Map<string, string>>()
  readonly #map = new Map<string, string>()

  constructor(importId: string) {
    this.#importId = importId
  }

  /** Of a row that the archive brings. */
  add(table: string, id: unknown): void {
    if (typeof id !== 'string' || !whole.test(id)) throw damaged(`a row of "${table}" has no proper id`)
    if (this.#byTable.get(table)?.has(id)) throw damaged(`two rows of "${table}" have the id ${id}`)
    this.set(table, id, this.fresh(id))
  }

  /** A new id for something that nothing else in the archive names. */
  fresh(id: string): string {
    const hash = createHash('sha256').update(`${this.#importId}:${id}`).digest('hex')
    const tail = `${'89ab'[Number.parseInt(hash[0]!, 16) % 4]}${hash.slice(1, 4)}-${hash.slice(4, 16)}`
    return `${id.slice(0, 14)}7${id.slice(15, 18)}-${tail}`
  }

  /** Stands for somebody or something that is here. */
  set(table: string, id: string, here: string): void {
    const known = this.#byTable.get(table) ?? new Map<string, string>()
    this.#byTable.set(table, known.set(id, here))
    this.#map.set(id, here)
  }

  /** Undefined for what the archive does not bring in this table. */
  of(table: string, id: string): string | undefined {
    return this.#byTable.get(table)?.get(id)
  }

  /** Of whatever table. */
  any(id: string): string | undefined {
    return this.#map.get(id)
  }

  /** Replaces every id in a text by its new one; others stay. */
  inText(text: string): string {
    return text.replaceAll(uuid, (id) => this.#map.get(id) ?? id)
  }

  /** Replaces every id in JSON; one that the archive doesn't bring becomes an id of nothing, whatever has it here. */
  inJson(value: unknown): unknown {
    const text = JSON.stringify(value).replaceAll(uuid, (id) => this.#map.get(id) ?? this.fresh(id))
    return JSON.parse(text) as unknown
  }
}

/** Of what came as JSON: a text as it is, anything else as a text that fits nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export const damaged = (what: string): Refusal =>
  new Refusal('invalid', `This archive cannot be brought in: ${what}. Nothing was changed.`)
