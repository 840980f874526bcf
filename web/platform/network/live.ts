import type { QueryClient } from '@tanstack/react-query'
import { type Noun, nouns } from '#contract/endpoint.ts'
import { invalidateNouns } from '../api.ts'

/** After a refused connection the browser gives up; this is how long we wait before asking again. */
const reopenAfterMs = 10_000

/** Nouns in the data of a `touched` event; unknown words (of a newer server) are left out. */
export function parseTouched(data: string): Noun[] {
  try {
    const words: unknown = JSON.parse(data)
    return Array.isArray(words) ? nouns.filter((noun) => words.includes(noun)) : []
  } catch {
    return []
  }
}

/**
 * Refetches what teammates and background work have changed, as the server announces it. Answers the function that
 * ends the connection. While it is down, the polling of the reads remains.
 */
export function openLive(cache: QueryClient): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasMissed = false

  function open() {
    source = new EventSource('/api/live')
    source.addEventListener('touched', (event: MessageEvent<string>) => {
      void invalidateNouns(cache, parseTouched(event.data))
    })
    source.addEventListener('open', () => {
      // Whatever was announced while we were away is lost: refetch what is on the screen.
      if (hasMissed) void cache.invalidateQueries()
      hasMissed = false
    })
    source.addEventListener('error', () => {
      hasMissed = true
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfterMs)
    })
  }

  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
