import { EventEmitter } from 'node:events'
import type { Noun } from '#contract/endpoint.ts'
import type { Live } from '../live.ts'

export function openInProcessLive(): Live {
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
