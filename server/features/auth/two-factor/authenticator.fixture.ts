import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Said = { challenge: string; origin?: string; isVerified?: boolean }
type Credential = {
  id: string
  rawId: string
  type: 'public-key'
  response: Record<string, string>
  clientExtensionResults: object
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const items = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...items])
}

export function makeAuthenticator({ rpId, origin }: { rpId: string; origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, said: Said) =>
    JSON.stringify({ type, challenge: said.challenge, origin: said.origin ?? origin, crossOrigin: false })
  const [present, verified, attested] = [0x01, 0x04, 0x40]
  const authData = (flags: number, extra = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, extra])
  }
  const credential = (response: Record<string, string>): Credential => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  return {
    register(said: Said): Credential {
      const [kty, alg, crv] = [2, -7, 1]
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, kty],
          [3, alg],
          [-1, crv],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const flags = present | attested | (said.isVerified === false ? 0 : verified)
      const data = authData(flags, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', said)),
        attestationObject: base64url(cbor(attestation)),
      })
    },
    answer(said: Said): Credential {
      counter++
      const data = authData(present | (said.isVerified === false ? 0 : verified))
      const client = clientData('webauthn.get', said)
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      })
    },
    turnBack: () => void (counter = 0),
  }
}
