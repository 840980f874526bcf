import type { Kit } from './sealed.types.ts'

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
