import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A GET endpoint in the contract that's used by a file in web/. `pattern` matches its path with IDs replaced by `:id`.
 */
export type Read = { file: string; endpoint: string; pattern: RegExp }

const root = join(import.meta.dirname, '..')
let found: Promise<Read[]> | undefined

export const findReads = (): Promise<Read[]> => (found ??= listReads())

async function listReads(): Promise<Read[]> {
  const reads: Read[] = []
  for (const path of globSync('web/**/*.{ts,tsx}', { cwd: root }).toSorted()) {
    if (/\.test\.tsx?$/.test(path)) continue
    const source = readFileSync(join(root, path), 'utf8')
    for (const [, names = '', from = ''] of source.matchAll(/import \{([^}]*)\} from '#(contract\/[^']+)'/g)) {
      const contract = (await import(join(root, from))) as Record<string, { method?: string; path?: string }>
      for (const endpoint of names.split(',').map((each) => each.trim())) {
        const { method, path: route } = contract[endpoint] ?? {}
        if (method !== 'GET' || route === undefined) continue
        const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
        reads.push({ file: basename(path).replace(/\.tsx?$/, ''), endpoint, pattern })
      }
    }
  }
  return reads
}
