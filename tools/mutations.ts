/** One way or more to break the product per row of docs/spec-coverage.md: the row's tests must notice each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `find` occurs exactly once in the file. */
export type Mutation = { file: string; find: string; replace: string }

export const mutations = JSON.parse(readFileSync(join(import.meta.dirname, 'mutations.json'), 'utf8')) as Readonly<
  Record<string, readonly Mutation[]>
>
