import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Gate = Awaited<ReturnType<typeof openGate>>

export async function openGate(firstPort: number) {
  let port: number | null = firstPort
  let isHung = false
  const open = new Set<Socket>()
  const cut = () => {
    for (const each of open) each.destroy()
  }
  const server = createServer((near) => {
    if (port === null) return void near.destroy()
    if (isHung) return void open.add(near.on('error', () => {}))
    const far = connect(port, '127.0.0.1')
    for (const [each, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(each)
      each.on('error', () => {})
      each.once('close', () => {
        open.delete(each)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      port = null
      cut()
    },
    /** Keeps connections open but passes nothing on, like a network that drops packets. */
    hang() {
      isHung = true
      for (const each of open) each.unpipe().pause()
    },
    lead(to: number) {
      port = to
      isHung = false
      cut()
    },
    end() {
      cut()
      server.close()
    },
  }
}
