export type PackageManager = 'apt' | 'dnf' | 'pacman' | 'brew'
export interface SystemPart {
  name: string
  /** Programs the part adds to PATH. Empty for data. */
  programs: readonly string[]
  for: 'run' | 'test' | 'make'
  required: boolean
  why: string
  isPresent: () => boolean
  packages: Partial<Record<PackageManager, string>>
}
export declare function findChromium(): string
export declare function findSevenZip(): string
export declare const systemParts: readonly SystemPart[]
export declare const basePrograms: readonly string[]
export declare function findMissingParts(purpose: 'run' | 'test'): SystemPart[]
export declare function findPackageManager(): PackageManager | null
export declare function installCommand(
  parts: readonly SystemPart[],
  manager: PackageManager | null,
  isRoot: boolean,
): string | null
