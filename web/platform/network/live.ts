import type { QueryClient } from '@tanstack/react-query'
import { type Noun, nouns } from '#contract/endpoint.ts'
import { invalidateNouns } from '../api.ts'
import { tabId } from '../call.ts'

/** EventSource doesn't reconnect by itself after an HTTP error. */
const reopenAfterMs = 10_000

export function parseTouched(data: string): Noun[] {
  try {
    const words: unknown = JSON.parse(data)
    return Array.isArray(words) ? nouns.filter((noun) => words.includes(noun)) : []
  } catch {
    return []
  }
}

export function openLive(cache: QueryClient): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasMissed = false

  function open() {
    source = new EventSource(`/api/live?tab=${tabId}`)
    source.addEventListener('touched', (event: MessageEvent<string>) => {
      void invalidateNouns(cache, parseTouched(event.data))
    })
    source.addEventListener('open', () => {
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
