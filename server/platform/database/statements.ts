import { createHash } from 'node:crypto'
import type { Pool, PoolClient, QueryConfig } from 'pg'

const nameAfterUses = 4
/** A connection keeps each named statement in memory until it closes. */
const maxNames = 250
const maxCounted = 2000
/** The SQL text of a bulk insert varies with its row count. */
const longestNamed = 8192

/** Names repeated statements so that each connection parses them once and PostgreSQL can keep their plan. */
export function nameStatements(pool: Pool): void {
  const names = new StatementNames()
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((config: unknown, values: unknown, ...rest: unknown[]) => {
      const named = Array.isArray(values) && values.length > 0 ? names.addTo(config) : config
      return query(named, values, ...rest)
    }) as typeof client.query
  })
}

class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly uses = new Map<string, number>()

  addTo(config: unknown): unknown {
    if (typeof config === 'string') {
      const name = this.find(config)
      return name === undefined ? config : { name, text: config }
    }
    const { name, text, submit } = config as QueryConfig & { submit?: unknown }
    if (name !== undefined || submit !== undefined) return config
    const given = this.find(text)
    return given === undefined ? config : Object.assign(config as QueryConfig, { name: given })
  }

  private find(text: string): string | undefined {
    if (text.length > longestNamed) return undefined
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= maxNames) return known
    const count = (this.uses.get(text) ?? 0) + 1
    if (count < nameAfterUses) {
      if (this.uses.size >= maxCounted) this.uses.clear()
      this.uses.set(text, count)
      return undefined
    }
    this.uses.delete(text)
    const name = `v${createHash('sha1').update(text).digest('base64url')}`
    this.names.set(text, name)
    return name
  }
}
