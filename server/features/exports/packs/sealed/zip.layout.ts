import type { PlacedEntry, ZipLayout } from './sealed.types.ts'

/**
 * Every byte of a zip that is not content: what stands before each entry, and the directory at the end. One entry list
 * has one layout, without dates and programs, so that a check can compare headers byte by byte. Nothing is compressed.
 * Sizes and offsets beyond 4 GiB and more than 65,534 entries are written as zip64. Stands alone: the offline page
 * carries this very function.
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
  const extraOf = (values: number[]) =>
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
    // Names in UTF-8, no compression, the earliest date there is.
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
    const extra = extraOf(isLarge ? [size, size] : [])
    const head = parts([[4, 0x04034b50], ...common, [2, extra.length]], bytes, extra)
    const wide = extraOf([...(isLarge ? [size, size] : []), ...(isFar ? [offset] : [])])
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
