import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Actor } from '../actor.ts'
import { requireActor } from '../http/route.ts'

/** Proxies drop idle connections after about a minute. */
const heartbeatMs = 20_000

/** Streams server-sent events that contain no data. Checks the session and its firm on every heartbeat. */
export function liveRoute(
  app: FastifyInstance,
  findActor: (request: FastifyRequest) => Promise<Actor | null>,
  streamsPerPerson: number,
): void {
  app.get('/api/live', { config: { rateLimit: false } } as object, (request, reply) => {
    const actor = requireActor(request)
    const { tab } = request.query as { tab?: unknown }
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 2000\n\n')
    const unsubscribe = app.parts.live.subscribe(actor.firmId, (nouns, from) => {
      if (from === undefined || from !== tab) raw.write(`event: touched\ndata: ${JSON.stringify(nouns)}\n\n`)
    })
    const heartbeat = setInterval(() => {
      findActor(request).then(
        (now) => (now && mayListen(now, actor.firmId) ? raw.write(': \n\n') : raw.end()),
        () => raw.end(),
      )
    }, heartbeatMs)
    const end = () => {
      if (!own.delete(end)) return
      if (own.size === 0) byPerson.delete(actor.userId)
      clearInterval(heartbeat)
      unsubscribe()
      openStreams.delete(end)
      raw.end()
    }
    const own = byPerson.get(actor.userId) ?? new Set()
    byPerson.set(actor.userId, own.add(end))
    openStreams.add(end)
    raw.on('close', end)
    if (own.size > streamsPerPerson) {
      const [oldest] = own
      oldest?.()
    }
  })
  const openStreams = new Set<() => void>()
  const byPerson = new Map<string, Set<() => void>>()
  app.addHook('preClose', async () => {
    for (const end of openStreams) end()
  })
}

const mayListen = ({ firmId, isHeldBack, isUnproven }: Actor, toFirmId: string): boolean =>
  firmId === toFirmId && !isHeldBack && !isUnproven
