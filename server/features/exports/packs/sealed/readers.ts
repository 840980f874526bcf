/** verify.html embeds this file's functions, so it may import only types. */
import type { Block, Described, Kit, Manifest, ManifestEvent } from './sealed.types.ts'

/**
 * Reads a manifest line by line, as `seal.ts` writes it, to limit memory use. Manifests from earlier versions are read
 * all at once. Throws `SyntaxError` for anything else.
 */
export async function* readManifest(lines: AsyncIterable<string>): AsyncGenerator<ManifestEvent> {
  const iterator = lines[Symbol.asyncIterator]()
  const rest = { [Symbol.asyncIterator]: () => iterator }
  const first = await iterator.next()
  if (first.done) throw otherFormat()
  yield* first.value === '{' ? readWholeManifest(rest) : readListedManifest(first.value, rest)
}

export const otherFormat = (): SyntaxError => new SyntaxError('another format')
export const trimComma = (line: string): string => (line.endsWith(',') ? line.slice(0, -1) : line)

export function toBlock(value: unknown): ManifestEvent {
  const block = value as Block | null
  if (typeof block?.crc32 !== 'number' || typeof block.sha256 !== 'string') throw otherFormat()
  return { block }
}

export function toEnd({ sizeBytes, sha256 }: Pick<Described, 'sizeBytes' | 'sha256'>): ManifestEvent {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0 || typeof sha256 !== 'string') throw otherFormat()
  return { end: { sizeBytes, sha256 } }
}

export function toItem(value: unknown): ManifestEvent {
  const { path, filename, videoId } = (value ?? {}) as Record<string, unknown>
  if (typeof path === 'string') return { file: path }
  if (typeof filename === 'string' && typeof videoId === 'string') return { original: { filename, videoId } }
  throw otherFormat()
}

export async function* readListedManifest(first: string, lines: AsyncIterable<string>): AsyncGenerator<ManifestEvent> {
  const head = JSON.parse(`${trimComma(first)}}`) as Manifest
  if (head.format !== 'venire-sealed-1') throw otherFormat()
  yield { head }
  let at: 'lists' | 'item' | 'end' = 'lists'
  for await (const line of lines) {
    if (at === 'item') {
      const isEnd = line.startsWith('],')
      if (isEnd) at = 'lists'
      yield isEnd
        ? toEnd(JSON.parse(`{${trimComma(line).slice(2)}`) as Described)
        : toBlock(JSON.parse(trimComma(line)))
    } else if (at === 'lists' && line === ']}') at = 'end'
    else if (at === 'lists' && line.endsWith('"blocks":[')) {
      yield toItem(JSON.parse(`${line}]}`))
      at = 'item'
    } else if (!(at === 'end' ? [''] : ['"originals": [', '"files": [', '],']).includes(line)) throw otherFormat()
  }
  if (at !== 'end') throw otherFormat()
}

export async function* readWholeManifest(lines: AsyncIterable<string>): AsyncGenerator<ManifestEvent> {
  const maxChars = 16 * 1_048_576
  const maxLines = 1_000_000
  const whole = ['{']
  let chars = 1
  for await (const line of lines) {
    chars += line.length
    if (chars > maxChars || whole.length > maxLines) throw otherFormat()
    whole.push(line)
  }
  const manifest = JSON.parse(whole.join('\n')) as Manifest
  if (manifest.format !== 'venire-sealed-1' || !Array.isArray(manifest.files) || !Array.isArray(manifest.originals))
    throw otherFormat()
  yield { head: manifest }
  for (const item of [...manifest.originals, ...manifest.files]) {
    const [begin, end] = [toItem(item), toEnd(item)]
    if (!Array.isArray(item.blocks)) throw otherFormat()
    yield begin
    for (const block of item.blocks) yield toBlock(block)
    yield end
  }
}

export async function checkCustody(
  lines: AsyncIterable<string>,
  kit: Kit,
): Promise<{ events: number; faults: string[] }> {
  const fields = 'chain seq at actorId ip action entity entityId caseId details reason previousHash'.split(' ')
  const faults: string[] = []
  const maxFaults = 1000
  let events = 0
  let line = 0
  let before: { chain: unknown; seq: number; hash: unknown } | null = null
  for await (const text of lines) {
    if (faults.length >= maxFaults) {
      faults.push(`the custody log was not checked from line ${line + 1} on`)
      break
    }
    line++
    let event: Record<string, unknown>
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value !== 'object' || value === null) throw otherFormat()
      event = value as Record<string, unknown>
    } catch {
      faults.push(`line ${line} of the custody log cannot be read`)
      before = null
      continue
    }
    const seq = Number(event.seq)
    const name = `event ${seq} of the custody log`
    const isOtherChain: boolean = before !== null && before.chain !== event.chain
    if (before !== null && !isOtherChain && seq !== before.seq + 1)
      faults.push(`${name} does not follow event ${before.seq}: an event was removed or inserted`)
    if (event.kind === 'event') {
      events++
      const hash = kit.sha256()
      hash.update(new TextEncoder().encode(JSON.stringify(fields.map((field) => event[field]))))
      if (hash.hex() !== event.hash) faults.push(`${name} was changed: its hash does not match its contents`)
      if (before !== null && !isOtherChain && event.previousHash !== before.hash)
        faults.push(`${name} does not match the hash of the event before it`)
    }
    before = { chain: event.chain, seq, hash: event.hash }
  }
  return { events, faults }
}

/**
 * Returns the signing key's fingerprint and whether the signature is valid, or null if the file is unreadable.
 * `isValid` is null if Ed25519 isn't supported.
 */
export async function checkSignature(
  bytes: Uint8Array,
  manifestSha256: string,
  kit: Kit,
): Promise<{ fingerprint: string; isValid: boolean | null } | null> {
  const decode = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  try {
    const said = JSON.parse(new TextDecoder().decode(bytes)) as { publicKey: string; signature: string }
    const key = decode(said.publicKey.replaceAll(/-{5}[A-Z ]+-{5}|\s/g, ''))
    const signature = decode(said.signature)
    const hash = kit.sha256()
    hash.update(key)
    const fingerprint = hash.hex()
    if (!globalThis.crypto?.subtle) return { fingerprint, isValid: null }
    try {
      const known = await crypto.subtle.importKey('spki', key, 'Ed25519', false, ['verify'])
      const signed = new TextEncoder().encode(`venire manifest ${manifestSha256}`)
      return { fingerprint, isValid: await crypto.subtle.verify('Ed25519', known, signature, signed) }
    } catch (error) {
      return { fingerprint, isValid: (error as Error).name === 'NotSupportedError' ? null : false }
    }
  } catch {
    return null
  }
}

/**
 * Locates a single changed byte. CRC-32 is linear, so the difference between the checksums can be traced back to the
 * byte. The repaired block's hash proves the result. Returns null if more than one byte differs.
 */
export function locate(bytes: Uint8Array, block: Block, kit: Kit): { at: number; was: number; is: number } | null {
  const table = new Uint32Array(256)
  const byTop = new Uint8Array(256)
  for (let each = 0; each < 256; each++) {
    let value = each
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    table[each] = value >>> 0
    byTop[value >>> 24] = each
  }
  let off = (block.crc32 ^ kit.crc32(bytes)) >>> 0
  for (let at = bytes.length - 1; at >= 0; at--) {
    const index = byTop[off >>> 24]!
    if (table[index] === off && index !== 0) {
      // Copies the bytes because slice() on a Node Buffer would share memory.
      const mended = new Uint8Array(bytes)
      mended[at]! ^= index
      const hash = kit.sha256()
      hash.update(mended)
      if (block.sha256 === '' || hash.hex() === block.sha256) return { at, was: mended[at]!, is: bytes[at]! }
    }
    off = (((off ^ table[index]!) << 8) | index) >>> 0
  }
  return null
}
