/** Random access to a file on disk or in a browser. `end` is exclusive. */
export type Bytes = { size: number; read(start: number, end: number): Promise<Uint8Array> }
export type Entry = Bytes & { name: string }

export type Hash = { update(bytes: Uint8Array): void; hex(): string }

/** Hashes of consecutive blocks are used to locate a changed byte. */
export type Block = { sha256: string; crc32: number }
export type Described = { sizeBytes: number; sha256: string; blocks: Block[] }
export type SealedFile = Described & { path: string }

export type SealedOriginal = Described & { filename: string; videoId: string }

export type SealedKind = 'evidence_pack' | 'case_archive'
export type Manifest = {
  format: 'venire-sealed-1'
  kind: SealedKind
  software: string
  blockBytes: number
  files: SealedFile[]
  originals: SealedOriginal[]
  about: Record<string, unknown>
}

export type ManifestHead = Pick<Manifest, 'kind' | 'software' | 'about'>
export type ManifestEvent =
  | { head: ManifestHead & Pick<Manifest, 'format'> }
  | { original: Pick<SealedOriginal, 'filename' | 'videoId'> }
  | { file: string }
  | { block: Block }
  | { end: Pick<Described, 'sizeBytes' | 'sha256'> }

export const sealedNames = {
  manifest: 'manifest.json',
  seal: 'manifest.seal.json',
  signature: 'manifest.sig.json',
  custody: 'custody-log.jsonl',
} as const

/**
 * With 1 MiB blocks, a changed byte is found quickly within its block, and a 20 GB recording has about 20,000 blocks.
 */
export const blockBytes = 1_048_576

export type Fault = {
  path: string
  byte: number | null
  message: string
}
export type Report = {
  kind: SealedKind | null
  /** SHA-256 of the manifest, for comparison with the one from the sender. */
  fingerprint: string | null
  /** Fingerprint of the signing key. Null if unsigned. The sender must confirm whose key it is. */
  signedBy: string | null
  /** False if this browser can't check the signature. */
  signatureChecked: boolean
  checked: { files: number; bytes: number; events: number; originals: number }
  faults: Fault[]
  notGiven: string[]
}

export type Kit = {
  sha256(): Hash
  crc32(bytes: Uint8Array): number
  locate(bytes: Uint8Array, block: Block, kit: Kit): { at: number; was: number; is: number } | null
  layoutZip(entries: readonly Pick<PlacedEntry, 'name' | 'size' | 'crc32'>[]): ZipLayout
  checkCustody(lines: AsyncIterable<string>, kit: Kit): Promise<{ events: number; faults: string[] }>
  readManifest(lines: AsyncIterable<string>): AsyncGenerator<ManifestEvent>
  checkSignature(
    bytes: Uint8Array,
    manifestSha256: string,
    kit: Kit,
  ): Promise<{ fingerprint: string; isValid: boolean | null } | null>
  progress?(done: number, total: number, path: string): void
}

export type PlacedEntry = Entry & { crc32: number }
export type ZipLayout = { heads: Uint8Array[]; offsets: number[]; tail: Uint8Array; tailAt: number; size: number }
