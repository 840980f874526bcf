export type PackageManager = 'apt' | 'dnf' | 'pacman' | 'brew'
export interface SystemPart {
  name: string
  for: 'run' | 'test'
  required: boolean
  why: string
  isPresent: () => boolean
  packages: Partial<Record<PackageManager, string>>
}
export declare const systemParts: readonly SystemPart[]
export declare function findMissingParts(purpose: 'run' | 'test'): SystemPart[]
export declare function findPackageManager(): PackageManager | null
export declare function installCommand(
  parts: readonly SystemPart[],
  manager: PackageManager | null,
  isRoot: boolean,
): string | null
