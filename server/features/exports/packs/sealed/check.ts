/**
 * verify.html embeds the source text of every function exported here, so this file may import only types. Other
 * dependencies are in `Kit`.
 */
import type { Block, Described, Entry, Fault, Kit, ManifestEvent, ManifestHead, Report } from './sealed.types.ts'

type Packed = Entry & { crc32?: number }
type Given = {
  entries: readonly Packed[]
  faults: readonly Fault[]
  onHead?: (head: ManifestHead) => void
  onFile?: (name: string, sha256: string) => void
}
type Check = { given: Given; kit: Kit; report: Report; byName: Map<string, Packed> }
type Known = { filename: string; videoId: string } & Pick<Described, 'sizeBytes' | 'sha256'>

export const blockStep = 1_048_576

/**
 * Checks a sealed zip or its unpacked folder, and any originals given. Reads every byte once and buffers at most 1 MiB.
 */
export async function checkSealed(given: Given, originals: readonly Entry[], kit: Kit): Promise<Report> {
  const check = openCheck(given, kit)
  const { report, byName } = check
  const manifest = byName.get('manifest.json')
  const sealEntry = byName.get('manifest.seal.json')
  if (!manifest || !sealEntry) {
    for (const name of ['manifest.json', 'manifest.seal.json'])
      if (!byName.has(name)) addFault(check, name, null, `${name} is missing, so nothing can be checked`)
    return report
  }
  report.fingerprint = await hashEntry(check, manifest)
  const seal = await readSeal(check, sealEntry)
  await readSignature(check, report.fingerprint)
  const isAsSealed = seal === null || seal.sha256 === report.fingerprint
  if (!isAsSealed) await compareManifest(check, manifest, seal)
  const events = () => kit.readManifest(readLines(isAsSealed ? manifest : repairEntry(manifest, seal, kit)))
  const known = await checkFiles(check, events())
  if (!known) return report
  for (const name of ['manifest.json', 'manifest.seal.json', 'manifest.sig.json']) byName.delete(name)
  for (const name of byName.keys()) addFault(check, name, null, `${name} was added: it is not in the manifest`)
  const left = new Set(known)
  for (const entry of originals) {
    const found = await checkOriginal(check, entry, known, events)
    if (found) left.delete(found)
  }
  report.notGiven = [...left].map(({ filename }) => filename)
  return report
}

export function openCheck(given: Given, kit: Kit): Check {
  const report: Report = {
    kind: null,
    fingerprint: null,
    signedBy: null,
    signatureChecked: false,
    checked: { files: 0, bytes: 0, events: 0, originals: 0 },
    faults: [...given.faults],
    notGiven: [],
  }
  const check: Check = { given, kit, report, byName: new Map() }
  for (const entry of given.entries) {
    if (check.byName.has(entry.name)) addFault(check, entry.name, null, `${entry.name} appears twice`)
    check.byName.set(entry.name, entry)
  }
  return check
}

export function addFault({ report }: Pick<Check, 'report'>, path: string, byte: number | null, message: string): void {
  const most = 2000
  if (report.faults.length < most) report.faults.push({ path, byte, message })
}

export const toNumber = (value: number): string => value.toLocaleString('en-US')
export const toHex = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`
export const toChange = (path: string, at: number, { was, is }: { was: number; is: number }): string =>
  `${path}: byte ${toNumber(at)} was ${toHex(was)} and is ${toHex(is)}`

export const mostOriginals = 100_000

/** Parsed JSON can take 20 times as much memory as its text. */
export const longestText = 16 * blockStep

export async function readWhole(entry: Entry): Promise<Uint8Array> {
  if (entry.size > longestText) throw new SyntaxError(`${entry.name} exceeds the size limit`)
  return entry.read(0, entry.size)
}

export async function hashEntry({ kit, report }: Check, entry: Entry): Promise<string> {
  const hash = kit.sha256()
  for (let at = 0; at < entry.size; at += blockStep) {
    const until = Math.min(at + blockStep, entry.size)
    hash.update(await entry.read(at, until))
    kit.progress?.(until, entry.size, entry.name)
  }
  report.checked.bytes += entry.size
  return hash.hex()
}

export async function readSeal(check: Check, entry: Packed): Promise<Described | null> {
  const bytes = await readWhole(entry)
  let seal: Described | null = null
  try {
    seal = JSON.parse(new TextDecoder().decode(bytes)) as Described
  } catch {}
  if (!Array.isArray(seal?.blocks)) seal = null
  if (matchesChecksum(check, entry, bytes) && !seal)
    addFault(check, entry.name, null, 'manifest.seal.json was changed and cannot be read')
  return seal
}

export async function readSignature(check: Check, manifestSha256: string): Promise<void> {
  const { byName, kit, report } = check
  const name = 'manifest.sig.json'
  const entry = byName.get(name)
  if (!entry) return
  const bytes = await readWhole(entry)
  const signature = await kit.checkSignature(bytes, manifestSha256, kit)
  if (!matchesChecksum(check, entry, bytes)) return
  if (!signature) addFault(check, name, null, 'manifest.sig.json was changed and cannot be read')
  else if (signature.isValid === false)
    addFault(check, name, null, 'manifest.sig.json: the signature does not match the manifest')
  else {
    report.signedBy = signature.fingerprint
    report.signatureChecked = signature.isValid === true
  }
}

/** The seal and the signature are protected only by the zip checksum. */
export function matchesChecksum(check: Check, entry: Packed, bytes: Uint8Array): boolean {
  const { kit } = check
  if (entry.crc32 === undefined || kit.crc32(bytes) === entry.crc32) return true
  const found = kit.locate(bytes, { sha256: '', crc32: entry.crc32 }, kit)
  addFault(
    check,
    entry.name,
    found?.at ?? null,
    found ? toChange(entry.name, found.at, found) : `${entry.name} was changed`,
  )
  return false
}

export function compareEntry(check: Check, path: string, entry: Entry) {
  const { kit, report } = check
  const maxFound = 8
  const hash = kit.sha256()
  const found: [byte: number, message: string][] = []
  let at = 0
  const next = async () => {
    const bytes = await entry.read(at, Math.min(at + blockStep, entry.size))
    hash.update(bytes)
    at += bytes.length
    kit.progress?.(at, entry.size, path)
    return bytes
  }
  return {
    async block(block: Block): Promise<void> {
      if (at >= entry.size) return
      const from = at
      const bytes = await next()
      if (kit.crc32(bytes) === block.crc32 || found.length >= maxFound) return
      const located = kit.locate(bytes, block, kit)
      if (located) found.push([from + located.at, toChange(path, from + located.at, located)])
      else {
        const last = from + bytes.length - 1
        found.push([from, `${path}: changed between byte ${toNumber(from)} and byte ${toNumber(last)}`])
      }
    },
    async end({ sizeBytes, sha256 }: Pick<Described, 'sizeBytes' | 'sha256'>): Promise<void> {
      while (at < entry.size) await next()
      report.checked.bytes += entry.size
      const isSameSize = entry.size === sizeBytes
      if (isSameSize && hash.hex() === sha256) return
      if (!isSameSize)
        addFault(check, path, null, `${path} has ${toNumber(entry.size)} bytes and should have ${toNumber(sizeBytes)}`)
      // Byte positions are reported only if the size matches, because an insertion shifts everything after it.
      for (const [byte, message] of found) addFault(check, path, byte, message)
      if (found.length === 0 && isSameSize) addFault(check, path, null, `${path} was changed`)
    },
  }
}

export async function compareManifest(check: Check, manifest: Entry, seal: Described): Promise<void> {
  const compared = compareEntry(check, 'manifest.json', manifest)
  for (const block of seal.blocks) await compared.block(block)
  await compared.end(seal)
}

export async function checkFiles(check: Check, events: AsyncIterable<ManifestEvent>): Promise<Known[] | null> {
  const { given, report } = check
  const known: Known[] = []
  let file: Opened | null = null
  let original: Pick<Known, 'filename' | 'videoId'> | null = null
  try {
    for await (const event of events) {
      if ('head' in event) {
        report.kind = event.head.kind
        given.onHead?.(event.head)
      } else if ('file' in event) file = openFile(check, event.file)
      else if ('original' in event) original = event.original
      else if ('block' in event) await file?.compared.block(event.block)
      else if (original) {
        if (known.length === mostOriginals) throw new SyntaxError('too many originals')
        known.push({ ...original, ...event.end })
        original = null
      } else if (file) {
        await endFile(check, file, event.end)
        file = null
      }
    }
  } catch (error) {
    // Other errors are read failures, not problems in the manifest.
    if (!(error instanceof SyntaxError)) throw error
    addFault(check, 'manifest.json', null, 'manifest.json cannot be read, so nothing more can be checked')
    return null
  }
  return known
}

type Opened = { name: string; entry: Entry; compared: ReturnType<typeof compareEntry> }

export function openFile(check: Check, name: string): Opened | null {
  const entry = check.byName.get(name)
  check.byName.delete(name)
  if (!entry) {
    addFault(check, name, null, `${name} is missing`)
    return null
  }
  check.report.checked.files++
  return { name, entry, compared: compareEntry(check, name, entry) }
}

export async function endFile(
  check: Check,
  { name, entry, compared }: Opened,
  end: Pick<Described, 'sizeBytes' | 'sha256'>,
): Promise<void> {
  await compared.end(end)
  check.given.onFile?.(name, end.sha256)
  if (name !== 'custody-log.jsonl') return
  const custody = await check.kit.checkCustody(readLines(entry), check.kit)
  check.report.checked.events = custody.events
  for (const each of custody.faults) addFault(check, name, null, each)
}

export async function checkOriginal(
  check: Check,
  entry: Entry,
  known: readonly Known[],
  events: () => AsyncIterable<ManifestEvent>,
): Promise<Known | null> {
  const hash = await hashEntry(check, entry)
  const name = entry.name.split('/').at(-1)
  const found =
    known.find((each) => each.sha256 === hash) ??
    known.find((each) => each.filename === name) ??
    known.find((each) => each.sizeBytes === entry.size)
  if (!found) {
    addFault(check, entry.name, null, `${entry.name} is not one of the originals in the manifest`)
    return null
  }
  check.report.checked.originals++
  if (found.sha256 === hash) return found
  const compared = compareEntry(check, entry.name, entry)
  let isIt = false
  for await (const event of events()) {
    if ('original' in event) isIt = event.original.videoId === found.videoId
    else if (isIt && 'block' in event) await compared.block(event.block)
    else if (isIt && 'end' in event) {
      await compared.end(event.end)
      break
    }
  }
  return found
}

/** Repairs a single changed byte of the manifest so that the files can still be checked. */
export function repairEntry(entry: Entry, seal: Described, kit: Kit): Entry {
  return {
    ...entry,
    async read(from, to) {
      const bytes = new Uint8Array(await entry.read(from, to))
      const block = seal.blocks[from / blockStep]
      const found = block && kit.locate(bytes, block, kit)
      if (found) bytes[found.at] = found.was
      return bytes
    },
  }
}

export async function* readLines(entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let at = 0; at < entry.size; at += blockStep) {
    rest += decoder.decode(await entry.read(at, Math.min(at + blockStep, entry.size)), { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestText) throw new SyntaxError(`${entry.name} has a line over the length limit`)
    for (const [nth, line] of lines.entries()) {
      // A block may hold a million empty lines.
      if (nth % 1000 === 999) await new Promise((resolve) => setTimeout(resolve))
      yield line
    }
  }
  if (rest !== '') yield rest
}
