import type { Block, Described, Entry, Fault, Kit, ManifestHead, Report } from './sealed.types.ts'

/**
 * Checks the files of a sealed zip, or of the folder it was unpacked to, and whichever originals are at hand. Reads every
 * byte once, and holds no more of it than a mebibyte, of the manifest neither. Stands alone: the offline page carries this very function.
 */
export async function checkSealed(
  given: {
    entries: readonly (Entry & { crc32?: number })[]
    faults: readonly Fault[]
    onHead?: (head: ManifestHead) => void
    onFile?: (name: string, sha256: string) => void
  },
  originals: readonly Entry[],
  kit: Kit,
): Promise<Report> {
  const step = 1_048_576
  const mostBlocks = 8
  const faults: Fault[] = [...given.faults]
  const report: Report = {
    kind: null,
    fingerprint: null,
    signedBy: null,
    signatureChecked: false,
    checked: { files: 0, bytes: 0, events: 0, originals: 0 },
    faults,
    notGiven: [],
  }
  const number = (value: number) => value.toLocaleString('en-US')
  const hex = (value: number) => `0x${value.toString(16).padStart(2, '0')}`
  const fault = (path: string, byte: number | null, message: string) => faults.push({ path, byte, message })
  const byName = new Map<string, Entry & { crc32?: number }>()
  for (const entry of given.entries) {
    if (byName.has(entry.name)) fault(entry.name, null, `${entry.name} is in it twice`)
    byName.set(entry.name, entry)
  }
  const all = async (entry: Entry) => {
    if (entry.size > 512 * step) throw new Error(`${entry.name} is larger than any that is made here.`)
    return entry.read(0, entry.size)
  }
  const hashOf = async (entry: Entry) => {
    const hash = kit.sha256()
    for (let at = 0; at < entry.size; at += step) {
      hash.update(await entry.read(at, Math.min(at + step, entry.size)))
      kit.progress?.(Math.min(at + step, entry.size), entry.size, entry.name)
    }
    report.checked.bytes += entry.size
    return hash.hex()
  }
  /** Takes the blocks of a file as they are told, and holds nothing but the one that it looks at. */
  const compare = (path: string, entry: Entry) => {
    const hash = kit.sha256()
    const found: [number, string][] = []
    let at = 0
    const next = async () => {
      const bytes = await entry.read(at, Math.min(at + step, entry.size))
      hash.update(bytes)
      at += bytes.length
      kit.progress?.(at, entry.size, path)
      return bytes
    }
    return {
      async block(block: Block) {
        if (at >= entry.size) return
        const from = at
        const bytes = await next()
        if (kit.crc32(bytes) === block.crc32 || found.length >= mostBlocks) return
        const located = kit.locate(bytes, block, kit)
        if (located)
          found.push([
            from + located.at,
            `${path}: byte ${number(from + located.at)} was ${hex(located.was)} and is ${hex(located.is)}`,
          ])
        else
          found.push([
            from,
            `${path}: changed between byte ${number(from)} and byte ${number(from + bytes.length - 1)}`,
          ])
      },
      async end({ sizeBytes, sha256 }: Pick<Described, 'sizeBytes' | 'sha256'>) {
        while (at < entry.size) await next()
        report.checked.bytes += entry.size
        const isSameSize = entry.size === sizeBytes
        if (isSameSize && hash.hex() === sha256) return
        if (!isSameSize)
          fault(path, null, `${path} has ${number(entry.size)} bytes and should have ${number(sizeBytes)}`)
        // A byte is only named against a file of the same size: what was put in moves all that follows it.
        for (const [byte, message] of found) fault(path, byte, message)
        if (found.length === 0 && isSameSize) fault(path, null, `${path} was changed`)
      },
    }
  }

  const manifestEntry = byName.get('manifest.json')
  const sealEntry = byName.get('manifest.seal.json')
  if (!manifestEntry || !sealEntry) {
    for (const name of ['manifest.json', 'manifest.seal.json'])
      if (!byName.has(name)) fault(name, null, `${name} is missing: without it nothing can be checked`)
    return report
  }
  report.fingerprint = await hashOf(manifestEntry)
  let seal: Described | null = null
  const sealBytes = await all(sealEntry)
  try {
    seal = JSON.parse(new TextDecoder().decode(sealBytes)) as Described
  } catch {}
  // Seal and signature have nobody who vouches for them but the checksum in the zip.
  const isAsPacked = (entry: Entry & { crc32?: number }, bytes: Uint8Array) => {
    if (entry.crc32 === undefined || kit.crc32(bytes) === entry.crc32) return true
    const found = kit.locate(bytes, { sha256: '', crc32: entry.crc32 }, kit)
    fault(
      entry.name,
      found?.at ?? null,
      found
        ? `${entry.name}: byte ${number(found.at)} was ${hex(found.was)} and is ${hex(found.is)}`
        : `${entry.name} was changed`,
    )
    return false
  }
  if (isAsPacked(sealEntry, sealBytes) && (!seal || !Array.isArray(seal.blocks)))
    fault('manifest.seal.json', null, 'manifest.seal.json cannot be read: it was changed')
  const signatureEntry = byName.get('manifest.sig.json')
  if (signatureEntry) {
    const bytes = await all(signatureEntry)
    const signature = await kit.checkSignature(bytes, report.fingerprint, kit)
    if (isAsPacked(signatureEntry, bytes)) {
      if (!signature) fault('manifest.sig.json', null, 'manifest.sig.json cannot be read: it was changed')
      else if (signature.isValid === false)
        fault('manifest.sig.json', null, 'manifest.sig.json: the signature does not fit the manifest')
      else {
        report.signedBy = signature.fingerprint
        report.signatureChecked = signature.isValid === true
      }
    }
  }
  const isAsSealed = !seal || !Array.isArray(seal.blocks) || seal.sha256 === report.fingerprint
  if (!isAsSealed) {
    const manifest = compare('manifest.json', manifestEntry)
    for (const block of seal!.blocks) await manifest.block(block)
    await manifest.end(seal!)
  }
  const known: { filename: string; videoId: string; sizeBytes: number; sha256: string }[] = []
  try {
    let file: { name: string; entry: Entry; compared: ReturnType<typeof compare> } | null = null
    let original: { filename: string; videoId: string } | null = null
    for await (const told of kit.readManifest(manifestLines())) {
      if ('head' in told) {
        report.kind = told.head.kind
        given.onHead?.(told.head)
      } else if ('file' in told) {
        const entry = byName.get(told.file)
        byName.delete(told.file)
        if (entry) {
          report.checked.files++
          file = { name: told.file, entry, compared: compare(told.file, entry) }
        } else fault(told.file, null, `${told.file} is missing`)
      } else if ('original' in told) original = told.original
      else if ('block' in told) await file?.compared.block(told.block)
      else if (original) {
        known.push({ ...original, ...told.end })
        original = null
      } else if (file) {
        await file.compared.end(told.end)
        given.onFile?.(file.name, told.end.sha256)
        if (file.name === 'custody-log.jsonl') {
          const custody = await kit.checkCustody(linesOf(file.entry), kit)
          report.checked.events = custody.events
          for (const each of custody.faults) fault(file.name, null, each)
        }
        file = null
      }
    }
  } catch (error) {
    // Reading may fail as well; only what the manifest says is its fault.
    if (!(error instanceof SyntaxError)) throw error
    fault('manifest.json', null, 'manifest.json cannot be read: without it nothing more can be checked')
    return report
  }
  byName.delete('manifest.json')
  byName.delete('manifest.seal.json')
  byName.delete('manifest.sig.json')
  for (const name of byName.keys()) fault(name, null, `${name} was added: the manifest does not know it`)
  const left = new Map(known.map((each) => [each.videoId, each]))
  for (const entry of originals) {
    const hash = await hashOf(entry)
    const name = entry.name.split('/').at(-1)
    const found =
      known.find((each) => each.sha256 === hash) ??
      known.find((each) => each.filename === name) ??
      known.find((each) => each.sizeBytes === entry.size)
    if (!found) {
      fault(entry.name, null, `${entry.name} is none of the originals of the manifest`)
      continue
    }
    left.delete(found.videoId)
    report.checked.originals++
    if (found.sha256 === hash) continue
    const compared = compare(entry.name, entry)
    let isIt = false
    for await (const told of kit.readManifest(manifestLines())) {
      if ('original' in told) isIt = told.original.videoId === found.videoId
      else if ('block' in told && isIt) await compared.block(told.block)
      else if ('end' in told && isIt) {
        await compared.end(told.end)
        break
      }
    }
  }
  report.notGiven = [...left.values()].map(({ filename }) => filename)
  return report

  /** A single changed byte is put right for what follows; more than one can't be held against the files. */
  async function* manifestLines(): AsyncGenerator<string> {
    yield* linesOf({
      ...manifestEntry!,
      async read(from, to) {
        const bytes = new Uint8Array(await manifestEntry!.read(from, to))
        const block = isAsSealed ? undefined : seal!.blocks[from / step]
        const found = block && kit.locate(bytes, block, kit)
        if (found) bytes[found.at] = found.was
        return bytes
      },
    })
  }

  async function* linesOf(entry: Entry): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    let rest = ''
    for (let at = 0; at < entry.size; at += step) {
      rest += decoder.decode(await entry.read(at, Math.min(at + step, entry.size)), { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > 64 * step)
        throw new SyntaxError(`${entry.name} has a line that is longer than any that is made`)
      yield* lines
    }
    if (rest !== '') yield rest
  }
}

/**
 * Checks a part of the audit record: each event by its own hash, and each link to the one before. Events of other matters
 * stand in it as their number and hash alone. Stands alone: the offline page carries this very function.
 */
export async function checkCustody(
  lines: AsyncIterable<string>,
  kit: Kit,
): Promise<{ events: number; faults: string[] }> {
  const fields = [
    'chain',
    'seq',
    'at',
    'actorId',
    'ip',
    'action',
    'entity',
    'entityId',
    'caseId',
    'details',
    'reason',
    'previousHash',
  ]
  const faults: string[] = []
  let events = 0
  let line = 0
  let before: { chain: unknown; seq: number; hash: unknown } | null = null
  for await (const text of lines) {
    line++
    let event: Record<string, unknown>
    try {
      event = JSON.parse(text) as Record<string, unknown>
    } catch {
      faults.push(`line ${line} of the custody log cannot be read`)
      before = null
      continue
    }
    const seq = Number(event.seq)
    const name = `event ${seq} of the custody log`
    const isOtherChain: boolean = before !== null && before.chain !== event.chain
    if (before !== null && !isOtherChain && seq !== before.seq + 1)
      faults.push(`${name} does not follow event ${before.seq}: something was taken out or put in between`)
    if (event.kind === 'event') {
      events++
      const hash = kit.sha256()
      hash.update(new TextEncoder().encode(JSON.stringify(fields.map((field) => event[field]))))
      if (hash.hex() !== event.hash) faults.push(`${name} was changed: its hash is not that of what it says`)
      if (before !== null && !isOtherChain && event.previousHash !== before.hash)
        faults.push(`${name} does not fit the hash of the event before it`)
    }
    before = { chain: event.chain, seq, hash: event.hash }
  }
  return { events, faults }
}

/**
 * Checks the signature of a manifest: whose key made it, and whether it fits. `isValid` is null where this browser can't
 * check Ed25519; null altogether if the file can't be read. Stands alone: the offline page carries this very function.
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
 * The one byte that was changed in a block, from its checksum: a checksum is linear, so that what it is off by, run
 * backwards byte by byte, shows where a single byte explains it; the hash of the mended block proves it. Null where
 * more than one byte differs. Stands alone: the offline page carries this very function.
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
      // Not slice(): that of Node's buffers is a view of the same bytes.
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
