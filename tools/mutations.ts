import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `find` must occur exactly once in the file. `red` is the test that failed. */
export type Mutation = { file: string; find: string; replace: string; red?: string }
type Mutations = Record<string, Mutation[]>

const path = join(import.meta.dirname, 'mutations.json')
const readMutations = (): Mutations => JSON.parse(readFileSync(path, 'utf8')) as Mutations

export const mutations: Readonly<Record<string, readonly Mutation[]>> = readMutations()

export function recordRed(row: string, index: number, test: string): void {
  const now = readMutations()
  const mutation = now[row]?.[index]
  if (!mutation || mutation.red === test) return
  mutation.red = test
  writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`)
}
