/** A sealed zip: files, a manifest with the hash of each, and a seal with the hash of the manifest. */

/** Random access to the bytes of a file, on a disk or chosen in a browser. `end` is exclusive. */
export type Bytes = { size: number; read(start: number, end: number): Promise<Uint8Array> }
export type Entry = Bytes & { name: string }

export type Hash = { update(bytes: Uint8Array): void; hex(): string }

/** Hash and checksum of each block of a file, in order: enough to say which byte was changed. */
export type Block = { sha256: string; crc32: number }
export type Described = { sizeBytes: number; sha256: string; blocks: Block[] }
export type SealedFile = Described & { path: string }

/** An original that is not in the zip: told again by its hash. */
export type SealedOriginal = Described & { filename: string; videoId: string }

export type SealedKind = 'evidence_pack' | 'case_archive'
export type Manifest = {
  format: 'venire-sealed-1'
  kind: SealedKind
  software: string
  blockBytes: number
  files: SealedFile[]
  originals: SealedOriginal[]
  /** What the kind itself has to say: parameters, clips, counts. */
  about: Record<string, unknown>
}

export type ManifestHead = Pick<Manifest, 'kind' | 'software' | 'about'>
/** A manifest as it is read: its head, then each file or original with its blocks and its end. */
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

/** A mebibyte: a flipped byte is looked for within one, and a film of 20 GB has 20,000. */
export const blockBytes = 1_048_576

export type Fault = {
  /** Of the file in the zip, or the zip's own. */
  path: string
  /** Offset of the first byte that differs, where it is known. */
  byte: number | null
  message: string
}
export type Report = {
  kind: SealedKind | null
  /** SHA-256 of the manifest: the one number to compare with what the sender says. */
  fingerprint: string | null
  /** Fingerprint of the key that signed the manifest; null if nobody did. Whose key it is, the sender must say. */
  signedBy: string | null
  /** False where this browser can't check the signature itself. */
  signatureChecked: boolean
  checked: { files: number; bytes: number; events: number; originals: number }
  faults: Fault[]
  /** Originals of the manifest that were not given. */
  notGiven: string[]
}

/** What a check needs of its surroundings: the same code runs on a server, at a terminal and in a browser. */
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
