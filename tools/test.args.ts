import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Chosen = { parts: string[]; folders: string[]; unknown: string[] }

/**
 * Separates the arguments into parts and folders of tests. Folders limit every part that runs Vitest. If a name is
 * both, `server/` means the folder and `server` means the part.
 */
export function parseArgs(args: readonly string[], parts: readonly string[], root: string): Chosen {
  const isPart = (arg: string) => parts.includes(arg)
  const isFolder = (arg: string) => !isPart(arg) && existsSync(join(root, arg))
  return {
    parts: args.some(isPart) ? parts.filter((part) => args.includes(part)) : [...parts],
    folders: args.filter(isFolder),
    unknown: args.filter((arg) => !isPart(arg) && !isFolder(arg)),
  }
}

/** Vitest looks for filters anywhere in a path, so a bare `law` would also match a clone in a folder named `law`. */
export const toFilters = (folders: readonly string[], root: string): string[] =>
  folders.map((folder) => join(root, folder))

export const isWithin = (file: string, folders: readonly string[]): boolean =>
  folders.length === 0 || folders.some((folder) => `${file}/`.startsWith(join(folder, '/')))
