/** CRC-32 of zip files (ISO 3309). For the offline page: Node brings its own. Stands alone. */
export function crc32(bytes: Uint8Array): number {
  const table = new Uint32Array(256)
  for (let each = 0; each < 256; each++) {
    let value = each
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    table[each] = value
  }
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
