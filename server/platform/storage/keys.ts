import { join } from 'node:path'

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

export function pathOfKey(root: string, key: string): string {
  const segments = key.split('/')
  if (key.length > 1024 || !segments.every((each) => segment.test(each)))
    throw new Error(
      `"${key}" is not a storage key: use letters, digits, dots, dashes, and underscores, with / between parts`,
    )
  return join(root, ...segments)
}

/** Requires a trailing '/', so `…/12/` doesn't match `…/123/`. */
export function pathOfPrefix(root: string, prefix: string): string {
  if (!prefix.endsWith('/')) throw new Error(`The prefix "${prefix}" must end with "/"`)
  return pathOfKey(root, prefix.slice(0, -1))
}
