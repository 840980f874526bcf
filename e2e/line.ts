import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export type Line = {
  url: string
  cut(): void
  mend(): void
  slowTo(bytesPerSecond: number | null): void
  close(): Promise<void>
}

export async function openLine(siteUrl: string): Promise<Line> {
  const target = new URL(siteUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let limit: number | null = null
  const server = createServer((browser) => {
    if (isCut) {
      browser.destroy()
      return
    }
    const site = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [browser, site],
      [site, browser],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    site.pipe(browser)
    browser.on('data', (bytes: Buffer) => {
      browser.pause()
      const waitMs = limit === null ? 0 : (bytes.length / limit) * 1000
      const go = () => setTimeout(() => browser.resume(), waitMs)
      if (site.write(bytes)) go()
      else site.once('drain', go)
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      drop()
    },
    mend: () => void (isCut = false),
    slowTo: (bytesPerSecond) => void (limit = bytesPerSecond),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}
