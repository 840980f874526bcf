import { EventEmitter } from 'node:events'
import type { Noun } from '#contract/endpoint.ts'
import type { Live } from '../live.ts'

/** Tells the listeners of this process. A listener that throws must not keep the others from hearing. */
export function openInProcessLive(): Live {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0) // one for every open browser tab
  return {
    publish({ firmId, nouns }) {
      if (nouns.length === 0) return
      // On the next turn: a command that announces must not wait for, or fail by, those who listen.
      setImmediate(() => {
        for (const listener of emitter.listeners(firmId)) {
          try {
            listener(nouns)
          } catch {
            // A closed connection; its own close handler unsubscribes.
          }
        }
      })
    },
    subscribe(firmId, listener: (nouns: readonly Noun[]) => void) {
      emitter.on(firmId, listener)
      return () => void emitter.off(firmId, listener)
    },
    close() {
      emitter.removeAllListeners()
      return Promise.resolve()
    },
  }
}
