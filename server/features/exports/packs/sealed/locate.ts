import type { Block, Kit } from './sealed.types.ts'

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
