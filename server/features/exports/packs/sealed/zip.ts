/** verify.html embeds this file's functions, so it may import only types. */
import type { PlacedEntry, ZipLayout, Bytes, Fault, Kit } from './sealed.types.ts'

/**
 * Generates every byte of a zip that isn't content. The layout depends only on the entries, so headers can be compared
 * byte by byte. Uses zip64 for more than 4 GiB or 65,534 entries.
 */
export function layoutZip(entries: readonly Pick<PlacedEntry, 'name' | 'size' | 'crc32'>[]): ZipLayout {
  const limit = 0xffffffff
  const parts = (fields: [bytes: 2 | 4 | 8, value: number][], ...rest: Uint8Array[]) => {
    const length = fields.reduce((sum, [bytes]) => sum + bytes, 0)
    const all = new Uint8Array(rest.reduce((sum, each) => sum + each.length, length))
    const view = new DataView(all.buffer)
    let at = 0
    for (const [bytes, value] of fields) {
      if (bytes === 2) view.setUint16(at, value, true)
      else if (bytes === 4) view.setUint32(at, value, true)
      else view.setBigUint64(at, BigInt(value), true)
      at += bytes
    }
    for (const each of rest) {
      all.set(each, at)
      at += each.length
    }
    return all
  }
  const toExtra = (values: number[]) =>
    values.length === 0
      ? new Uint8Array()
      : parts([[2, 1], [2, values.length * 8], ...values.map((value): [8, number] => [8, value])])
  const heads: Uint8Array[] = []
  const offsets: number[] = []
  const records: Uint8Array[] = []
  let offset = 0
  for (const { name, size, crc32 } of entries) {
    const bytes = new TextEncoder().encode(name)
    const isLarge = size >= limit
    const isFar = offset >= limit
    const needed = isLarge || isFar ? 45 : 20
    const shown = isLarge ? limit : size
    // UTF-8 names, no compression, and the earliest date.
    const common: [2 | 4, number][] = [
      [2, needed],
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, 0x21],
      [4, crc32],
      [4, shown],
      [4, shown],
      [2, bytes.length],
    ]
    const extra = toExtra(isLarge ? [size, size] : [])
    const head = parts([[4, 0x04034b50], ...common, [2, extra.length]], bytes, extra)
    const wide = toExtra([...(isLarge ? [size, size] : []), ...(isFar ? [offset] : [])])
    records.push(
      parts(
        [
          [4, 0x02014b50],
          [2, 0x032d],
          ...common,
          [2, wide.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0o100600 * 0x10000],
          [4, isFar ? limit : offset],
        ],
        bytes,
        wide,
      ),
    )
    heads.push(head)
    offsets.push(offset)
    offset += head.length + size
  }
  const count = entries.length
  const directoryBytes = records.reduce((sum, each) => sum + each.length, 0)
  const isWide = count >= 0xffff || offset >= limit || directoryBytes >= limit
  const wideEnd = isWide
    ? [
        parts([
          [4, 0x06064b50],
          [8, 44],
          [2, 0x032d],
          [2, 45],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, directoryBytes],
          [8, offset],
        ]),
        parts([
          [4, 0x07064b50],
          [4, 0],
          [8, offset + directoryBytes],
          [4, 1],
        ]),
      ]
    : []
  const shownCount = isWide ? 0xffff : count
  const end = parts([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, shownCount],
    [2, shownCount],
    [4, isWide ? limit : directoryBytes],
    [4, isWide ? limit : offset],
    [2, 0],
  ])
  const tail = parts([], ...records, ...wideEnd, end)
  return { heads, offsets, tail, tailAt: offset, size: offset + tail.length }
}

/**
 * Returns the entries of a sealed zip and every deviation from the expected structure. Throws if it isn't a sealed zip.
 */
export async function readZip(file: Bytes, kit: Kit): Promise<{ entries: PlacedEntry[]; faults: Fault[] }> {
  const { count, bytes, start } = await readEnd(file)
  const directory = await file.read(start, start + bytes)
  const entries: PlacedEntry[] = []
  for (let at = 0; entries.length < count;) {
    const { next, from, ...entry } = readRecord(directory, at)
    if (from + entry.size > start) throw brokenZip(`entry ${entries.length + 1} extends past the end of the file`)
    entries.push({ ...entry, read: (first, last) => file.read(from + first, from + Math.min(last, entry.size)) })
    at = next
  }
  return { entries, faults: await compareStructure(file, entries, kit) }
}

export const brokenZip = (what: string): Error => new Error(`This file cannot be read as a zip: ${what}.`)
export const toView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

export async function readEnd(file: Bytes): Promise<{ count: number; bytes: number; start: number }> {
  const most = { entries: 200_000, directoryBytes: 128 * 1_048_576 }
  const tail = toView(await file.read(Math.max(0, file.size - 65_557), file.size))
  let at = tail.byteLength - 22
  while (at >= 0 && tail.getUint32(at, true) !== 0x06054b50) at--
  if (at < 0) throw brokenZip('its end record is missing or was changed')
  let end = {
    count: tail.getUint16(at + 10, true),
    bytes: tail.getUint32(at + 12, true),
    start: tail.getUint32(at + 16, true),
  }
  if (end.count === 0xffff || end.bytes === 0xffffffff || end.start === 0xffffffff) {
    if (at < 76 || tail.getUint32(at - 20, true) !== 0x07064b50) throw brokenZip('its zip64 end record is missing')
    const wide = at - 76
    if (tail.getUint32(wide, true) !== 0x06064b50) throw brokenZip('its zip64 end record was changed')
    const read = (offset: number) => Number(tail.getBigUint64(wide + offset, true))
    end = { count: read(32), bytes: read(40), start: read(48) }
  }
  if (end.count > most.entries || end.bytes > most.directoryBytes)
    throw brokenZip('its directory exceeds the size limit')
  if (end.start + end.bytes > file.size) throw brokenZip('its directory extends past the end of the file')
  return end
}

export function readRecord(directory: Uint8Array, at: number) {
  const view = toView(directory)
  const changed = 'its directory was changed'
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw brokenZip(changed)
  const nameBytes = view.getUint16(at + 28, true)
  const extraFrom = at + 46 + nameBytes
  const extraUntil = extraFrom + view.getUint16(at + 30, true)
  const next = extraUntil + view.getUint16(at + 32, true)
  if (next > view.byteLength) throw brokenZip(changed)
  if ((view.getUint16(at + 8, true) & 1) !== 0)
    throw new Error('This zip is encrypted. Unpack it with its password first, then check the zip inside.')
  if (view.getUint16(at + 10, true) !== 0)
    throw new Error('This zip was repacked by another program. Unpack it and check the folder.')
  const { size, offset } = readPlace(view, at, extraFrom, extraUntil)
  return {
    name: new TextDecoder().decode(directory.subarray(at + 46, extraFrom)),
    size,
    crc32: view.getUint32(at + 16, true),
    from: offset + 30 + nameBytes + (size >= 0xffffffff ? 20 : 0),
    next,
  }
}

export function readPlace(view: DataView, at: number, extraFrom: number, extraUntil: number) {
  let size = view.getUint32(at + 24, true)
  let offset = view.getUint32(at + 42, true)
  for (let extra = extraFrom; extra + 4 <= extraUntil;) {
    const kind = view.getUint16(extra, true)
    let value = extra + 4
    extra = value + view.getUint16(extra + 2, true)
    if (kind !== 1) continue
    if (size === 0xffffffff && value + 8 <= view.byteLength) {
      size = Number(view.getBigUint64(value, true))
      value += 16
    }
    if (offset === 0xffffffff && value + 8 <= view.byteLength) offset = Number(view.getBigUint64(value, true))
  }
  return { size, offset }
}

export async function compareStructure(file: Bytes, entries: readonly PlacedEntry[], kit: Kit): Promise<Fault[]> {
  const layout = kit.layoutZip(entries)
  const faults: Fault[] = []
  const compare = async (path: string, what: string, from: number, expected: Uint8Array) => {
    const found = await file.read(Math.min(from, file.size), Math.min(from + expected.length, file.size))
    const differs = expected.findIndex((each, index) => found[index] !== each)
    if (differs < 0) return
    const is = found[differs]
    const hex = (value: number) => `0x${value.toString(16).padStart(2, '0')}`
    faults.push({
      path,
      byte: from + differs,
      message: `byte ${(from + differs).toLocaleString('en-US')} of the zip, in ${what}, should be ${hex(expected[differs]!)} and ${is === undefined ? 'is missing' : `is ${hex(is)}`}`,
    })
  }
  for (const [index, { name }] of entries.entries())
    await compare(name, `the header of ${name}`, layout.offsets[index]!, layout.heads[index]!)
  await compare('the zip', 'its directory', layout.tailAt, layout.tail)
  if (layout.size !== file.size)
    faults.push({
      path: 'the zip',
      byte: null,
      message: `the zip has ${file.size.toLocaleString('en-US')} bytes, but its contents account for ${layout.size.toLocaleString('en-US')}`,
    })
  return faults
}
