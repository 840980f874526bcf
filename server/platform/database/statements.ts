import { createHash } from 'node:crypto'
import type { Pool, PoolClient, QueryConfig } from 'pg'

const nameAfterUses = 4
/** A connection keeps each named statement in memory until it closes. */
const maxNames = 250
const maxCounted = 2000

const names = new Map<string, string>()
const uses = new Map<string, number>()

/** Names repeated statements so that each connection parses them once and PostgreSQL can keep their plan. */
export function nameStatements(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((config: unknown, values: unknown, ...rest: unknown[]) => {
      const named = Array.isArray(values) && values.length > 0 ? addName(config) : config
      return query(named, values, ...rest)
    }) as typeof client.query
  })
}

function addName(config: unknown): unknown {
  if (typeof config === 'string') {
    const name = nameStatement(config)
    return name === undefined ? config : { name, text: config }
  }
  const { name, text, submit } = config as QueryConfig & { submit?: unknown }
  if (name !== undefined || submit !== undefined) return config
  const given = nameStatement(text)
  return given === undefined ? config : Object.assign(config as QueryConfig, { name: given })
}

function nameStatement(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const count = (uses.get(text) ?? 0) + 1
  if (count < nameAfterUses) {
    if (uses.size >= maxCounted) uses.clear()
    uses.set(text, count)
    return undefined
  }
  uses.delete(text)
  const name = `v${createHash('sha1').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}
