import { join } from 'node:path'

const segment = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** The path of a key below a root folder. Keys are ours; one that could leave the root is a fault in our code. */
export function pathOfKey(root: string, key: string): string {
  const segments = key.split('/')
  if (key.length > 1024 || !segments.every((each) => segment.test(each)))
    throw new Error(
      `"${key}" is not a storage key: parts of letters, digits, dots, dashes and underscores, joined by /`,
    )
  return join(root, ...segments)
}

/** The folder of a prefix, which ends with '/' so that `…/12/` never takes `…/123/` with it. */
export function pathOfPrefix(root: string, prefix: string): string {
  if (!prefix.endsWith('/')) throw new Error(`The prefix "${prefix}" must end with "/"`)
  return pathOfKey(root, prefix.slice(0, -1))
}
