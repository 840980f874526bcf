import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export type Line = {
  url: string
  cut(): void
  /** Responds the way a proxy does when its server is down. */
  refuse(): void
  mend(): void
  slowTo(bytesPerSecond: number | null): void
  close(): Promise<void>
}

export async function openLine(siteUrl: string): Promise<Line> {
  const target = new URL(siteUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'refusing' = 'open'
  let limit: number | null = null
  const server = createServer((browser) => {
    if (state === 'cut') return void browser.destroy()
    if (state === 'refusing') {
      browser
        .on('error', () => {})
        .resume()
        .end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
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
      state = 'cut'
      drop()
    },
    refuse() {
      state = 'refusing'
      drop()
    },
    mend: () => void (state = 'open'),
    slowTo: (bytesPerSecond) => void (limit = bytesPerSecond),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}
