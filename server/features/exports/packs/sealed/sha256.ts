import type { Hash } from './sealed.types.ts'

/**
 * SHA-256 (FIPS 180-4), piece by piece. For the offline page: a browser's own digest takes a film only whole into memory,
 * and some browsers give none to a page from a disk. Stands alone: the page carries this very function.
 */
export function sha256(): Hash {
  const k = new Uint32Array(64)
  const state = new Uint32Array(8)
  // The constants are the first 32 bits of the fractions of roots of the first primes.
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0
  for (let prime = 2, count = 0; count < 64; prime++) {
    let isPrime = true
    for (let by = 2; by * by <= prime; by++) if (prime % by === 0) isPrime = false
    if (!isPrime) continue
    if (count < 8) state[count] = fraction(Math.sqrt(prime))
    k[count++] = fraction(Math.cbrt(prime))
  }
  const w = new Uint32Array(64)
  const block = new Uint8Array(64)
  let held = 0
  let total = 0
  const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by))
  const take = (bytes: Uint8Array, from: number) => {
    for (let i = 0; i < 16; i++) {
      const at = from + i * 4
      w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    }
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const next = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < 8; i++) state[i] = state[i]! + next[i]!
  }
  const update = (bytes: Uint8Array) => {
    total += bytes.length
    let at = 0
    if (held > 0) {
      at = Math.min(64 - held, bytes.length)
      block.set(bytes.subarray(0, at), held)
      held += at
      if (held < 64) return
      take(block, 0)
      held = 0
    }
    for (; at + 64 <= bytes.length; at += 64) take(bytes, at)
    block.set(bytes.subarray(at), 0)
    held = bytes.length - at
  }
  return {
    update,
    hex() {
      const bits = total * 8
      const pad = new Uint8Array((held < 56 ? 56 : 120) - held + 8)
      pad[0] = 0x80
      const view = new DataView(pad.buffer)
      view.setUint32(pad.length - 8, Math.floor(bits / 2 ** 32))
      view.setUint32(pad.length - 4, bits >>> 0)
      update(pad)
      return Array.from(state, (each) => each.toString(16).padStart(8, '0')).join('')
    },
  }
}
