import { Agent, get } from 'node:http'

export async function load(options: {
  port: number
  path: string
  headers: () => Record<string, string>
  expect: number
  connections: number
  seconds: number
}): Promise<{ perSecond: number; mbPerSecond: number; mb: number }> {
  const { port, path, headers, expect, connections, seconds } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let answers = 0
  let bytes = 0
  const until = performance.now() + seconds * 1000
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent, headers: headers() }, (response) => {
        if (response.statusCode !== expect) reject(new Error(`${path}: ${response.statusCode}`))
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.once('end', resolve)
        response.once('error', reject)
      }).once('error', reject)
    })
  const started = performance.now()
  const loops = Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      await one()
      answers += 1
    }
  })
  await Promise.all(loops)
  agent.destroy()
  const took = (performance.now() - started) / 1000
  return { perSecond: answers / took, mbPerSecond: bytes / 1024 / 1024 / took, mb: bytes / 1024 / 1024 }
}
