import type { Described, Entry, Fault, Kit, Manifest, Report } from './sealed.types.ts'

/**
 * Checks the files of a sealed zip, or of the folder it was unpacked to, and whichever originals are at hand. Reads every
 * byte once, and a second time only where something differs. Stands alone: the offline page carries this very function.
 */
export async function checkSealed(
  given: { entries: readonly (Entry & { crc32?: number })[]; faults: readonly Fault[] },
  originals: readonly Entry[],
  kit: Kit,
): Promise<Report> {
  const step = 1_048_576
  const mostBlocks = 8
  const faults: Fault[] = [...given.faults]
  const report: Report = {
    kind: null,
    fingerprint: null,
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
  const sameBytes = async (path: string, entry: Entry, known: Described) => {
    if (entry.size === known.sizeBytes && (await hashOf(entry)) === known.sha256) return true
    if (entry.size !== known.sizeBytes)
      fault(path, null, `${path} has ${number(entry.size)} bytes and should have ${number(known.sizeBytes)}`)
    let told = 0
    for (const [index, block] of known.blocks.entries()) {
      const from = index * step
      if (from >= entry.size || told >= mostBlocks) break
      const bytes = await entry.read(from, Math.min(from + step, entry.size))
      const hash = kit.sha256()
      hash.update(bytes)
      if (hash.hex() === block.sha256) continue
      told++
      const found = entry.size === known.sizeBytes ? kit.locate(bytes, block, kit) : null
      if (found)
        fault(
          path,
          from + found.at,
          `${path}: byte ${number(from + found.at)} was ${hex(found.was)} and is ${hex(found.is)}`,
        )
      else
        fault(path, from, `${path}: changed between byte ${number(from)} and byte ${number(from + bytes.length - 1)}`)
    }
    if (told === 0 && entry.size === known.sizeBytes) fault(path, null, `${path} was changed`)
    return false
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
  // The seal has nobody who vouches for it but the checksum in the zip.
  if (sealEntry.crc32 !== undefined && kit.crc32(sealBytes) !== sealEntry.crc32) {
    const found = kit.locate(sealBytes, { sha256: '', crc32: sealEntry.crc32 }, kit)
    fault(
      'manifest.seal.json',
      found?.at ?? null,
      found
        ? `manifest.seal.json: byte ${number(found.at)} was ${hex(found.was)} and is ${hex(found.is)}`
        : 'manifest.seal.json was changed',
    )
  } else if (!seal || !Array.isArray(seal.blocks))
    fault('manifest.seal.json', null, 'manifest.seal.json cannot be read: it was changed')
  const manifestBytes = await all(manifestEntry)
  if (seal && Array.isArray(seal.blocks) && seal.sha256 !== report.fingerprint) {
    await sameBytes('manifest.json', manifestEntry, seal)
    // A single byte is put right for what follows; a manifest that says something else cannot be held against the files.
    const found = seal.blocks.map((block, index) => {
      const bytes = manifestBytes.slice(index * step, (index + 1) * step)
      const at = kit.locate(bytes, block, kit)
      return at && { at: index * step + at.at, was: at.was }
    })
    for (const each of found) if (each) manifestBytes[each.at] = each.was
  }
  let manifest: Manifest
  try {
    manifest = JSON.parse(new TextDecoder().decode(manifestBytes)) as Manifest
    const described = [...manifest.files, ...manifest.originals]
    if (
      manifest.format !== 'venire-sealed-1' ||
      !described.every((each) => Array.isArray(each.blocks) && each.sizeBytes >= 0)
    )
      throw new Error('another format')
  } catch {
    fault('manifest.json', null, 'manifest.json cannot be read: without it nothing more can be checked')
    return report
  }
  report.kind = manifest.kind
  for (const file of manifest.files) {
    const entry = byName.get(file.path)
    byName.delete(file.path)
    if (!entry) {
      fault(file.path, null, `${file.path} is missing`)
      continue
    }
    report.checked.files++
    await sameBytes(file.path, entry, file)
    if (file.path !== 'custody-log.jsonl') continue
    const custody = await kit.checkCustody(linesOf(entry), kit)
    report.checked.events = custody.events
    for (const each of custody.faults) fault(file.path, null, each)
  }
  byName.delete('manifest.json')
  byName.delete('manifest.seal.json')
  for (const name of byName.keys()) fault(name, null, `${name} was added: the manifest does not know it`)
  const left = new Map(manifest.originals.map((each) => [each.videoId, each]))
  for (const original of originals) {
    const hash = await hashOf(original)
    const name = original.name.split('/').at(-1)
    const known =
      manifest.originals.find((each) => each.sha256 === hash) ??
      manifest.originals.find((each) => each.filename === name) ??
      manifest.originals.find((each) => each.sizeBytes === original.size)
    if (!known) {
      fault(original.name, null, `${original.name} is none of the originals of the manifest`)
      continue
    }
    left.delete(known.videoId)
    report.checked.originals++
    if (known.sha256 !== hash) await sameBytes(original.name, original, known)
  }
  report.notGiven = [...left.values()].map(({ filename }) => filename)
  return report

  async function* linesOf(entry: Entry): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    let rest = ''
    for (let at = 0; at < entry.size; at += step) {
      rest += decoder.decode(await entry.read(at, Math.min(at + step, entry.size)), { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  }
}
