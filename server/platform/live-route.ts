import type { FastifyInstance } from 'fastify'
import { requireActor } from './route.ts'

/** Proxies drop silent connections after a minute or so. */
const heartbeatMs = 20_000

/**
 * Server-sent events: `touched` with the nouns that a committed change in the firm has touched. No content travels here.
 * The sign-in is asked for again at every heartbeat, so that a stream does not outlive it.
 */
export function liveRoute(
  app: FastifyInstance,
  stillSignedIn: (request: Parameters<typeof requireActor>[0]) => Promise<boolean>,
): void {
  app.get('/api/live', { compress: false, config: { rateLimit: false } } as object, (request, reply) => {
    const actor = requireActor(request)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    raw.write('retry: 2000\n\n')
    const unsubscribe = app.parts.live.subscribe(actor.firmId, (nouns) =>
      raw.write(`event: touched\ndata: ${JSON.stringify(nouns)}\n\n`),
    )
    const heartbeat = setInterval(() => {
      stillSignedIn(request).then(
        (signedIn) => (signedIn ? raw.write(': \n\n') : raw.end()),
        () => raw.end(),
      )
    }, heartbeatMs)
    const end = () => {
      clearInterval(heartbeat)
      unsubscribe()
      openStreams.delete(end)
      raw.end()
    }
    openStreams.add(end)
    raw.on('close', end)
  })
  const openStreams = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of openStreams) end()
  })
}
