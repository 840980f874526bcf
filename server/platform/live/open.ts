import type { Database } from '../db.ts'
import type { Live, Touch } from '../live.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { nouns, type Noun } from '#contract/endpoint.ts'
import { EventEmitter } from 'node:events'

export const openLive = (database: Database): Promise<Live> =>
  database.kind === 'server' ? openListenLive(database) : Promise.resolve(openInProcessLive())

const channel = 'venire_touched'
const Message = z.object({ firmId: z.uuid(), nouns: z.array(z.enum(nouns)), from: z.string().exactOptional() })
const longestPauseMs = 10_000

/**
 * Uses LISTEN/NOTIFY on its own reconnecting connection. Messages sent while it is down are lost, but clients also
 * poll.
 */
async function openListenLive(database: Database): Promise<Live> {
  const local = openInProcessLive()
  const closing = new AbortController()
  let client = await listen(database, local)
  const keep = (async () => {
    while (!closing.signal.aborted) {
      await client.ended
      for (let pauseMs = 250; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          client = await listen(database, local)
          if (closing.signal.aborted) await client.end()
          break
        } catch {
          await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
        }
      }
    }
  })()
  return {
    publish(touch) {
      if (touch.nouns.length === 0) return
      const message = JSON.stringify(touch satisfies Touch)
      // If this fails, at least notify this process.
      database.pool.query('select pg_notify($1, $2)', [channel, message]).catch(() => local.publish(touch))
    },
    subscribe: (firmId, listener) => local.subscribe(firmId, listener),
    async close() {
      closing.abort()
      await client.end()
      await keep
      await local.close()
    },
  }
}

type Listener = { ended: Promise<void>; end(): Promise<void> }

async function listen(database: Database, local: Live): Promise<Listener> {
  const client = new Client({
    ...database.pool.options,
    application_name: 'venire live',
    // Detects connections silently dropped by a firewall or while the machine slept.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {}) // the `end` event follows and reconnects
  client.on('notification', ({ payload }) => {
    const message = Message.safeParse(parseJson(payload ?? ''))
    if (message.success) local.publish(message.data)
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return { ended, end: () => client.end() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function openInProcessLive(): Live {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0) // one listener per open browser tab
  return {
    publish({ firmId, nouns, from }) {
      if (nouns.length === 0) return
      // Deferred so that a listener can't delay the command or make it fail.
      setImmediate(() => {
        for (const listener of emitter.listeners(firmId)) {
          try {
            listener(nouns, from)
          } catch {
            // The connection is closed. Its close handler unsubscribes the listener.
          }
        }
      })
    },
    subscribe(firmId, listener: (nouns: readonly Noun[], from?: string) => void) {
      emitter.on(firmId, listener)
      return () => void emitter.off(firmId, listener)
    },
    close() {
      emitter.removeAllListeners()
      return Promise.resolve()
    },
  }
}
