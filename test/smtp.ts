import { createServer, type Socket } from 'node:net'

type Received = { from: string; to: string[]; subject: string; text: string; raw: string }

export type SmtpServer = {
  url: string
  received: Received[]
  refuse(reply: { at: 'hello' | 'recipient'; with: string } | null): void
  stop(): Promise<void>
}

export async function startSmtp(): Promise<SmtpServer> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let refusal: { at: 'hello' | 'recipient'; with: string } | null = null
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let pending = ''
    let from = ''
    let to: string[] = []
    let isData = false
    const hear = (line: string): void => {
      const address = /<(.*)>/.exec(line)?.[1] ?? ''
      if (/^(EHLO|HELO)/i.test(line)) say(refusal?.at === 'hello' ? refusal.with : '250 test')
      else if (/^MAIL/i.test(line)) [from, to] = [address, []] as const satisfies [string, string[]]
      if (/^RCPT/i.test(line)) {
        if (refusal?.at === 'recipient') return void say(refusal.with)
        to.push(address)
      }
      if (/^(MAIL|RCPT|RSET|NOOP)/i.test(line)) say('250 ok')
      else if (/^DATA/i.test(line)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else if (!/^(EHLO|HELO)/i.test(line)) say('502 not known')
    }
    socket.on('data', (bytes) => {
      pending += bytes.toString()
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = pending.indexOf(end)
        if (at < 0) return
        const piece = pending.slice(0, at)
        pending = pending.slice(at + end.length)
        if (!isData) {
          hear(piece)
          continue
        }
        isData = false
        received.push({ from, to, raw: piece, ...read(piece) })
        say('250 kept')
      }
    })
    say('220 test ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (reply) => void (refusal = reply),
    stop: () =>
      new Promise((resolve) => {
        for (const each of sockets) each.destroy()
        server.close(() => resolve())
      }),
  }
}

function read(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replaceAll(/^\.\./gm, '.').replaceAll('\r\n', '\n')
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head)
  const text = isQuoted
    ? Buffer.from(
        body
          .replaceAll(/=\n/g, '')
          .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString()
    : body
  return { subject: /^subject: (.*)$/im.exec(head)?.[1] ?? '', text: text.trim() }
}
