import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const finishedName = /^venire-\d{8}T\d{6}Z(-\d+)?$/
export const encryptedSuffix = '.encrypted'
const unfinished = '.unfinished'

export function freeName(startedAt: string, taken: ReadonlySet<string>): string {
  const name = `venire-${startedAt.replaceAll(/[-:]|\.\d+/g, '')}`
  const found = [name, ...Array.from({ length: 98 }, (_, i) => `${name}-${i + 2}`)].find((each) => !taken.has(each))
  if (!found) throw new Error('too many backups in one second')
  return found
}

export const isBackupName = (name: string): boolean =>
  finishedName.test(name) || (name.startsWith('.venire-') && name.endsWith(unfinished))

/** Returns a hidden name so that the folder isn't mistaken for a finished backup. */
export const unfinishedName = (name: string): string => `.${name}.${process.pid}${unfinished}`

export const isEncryptedName = (name: string): boolean =>
  name.endsWith(encryptedSuffix) && finishedName.test(name.slice(0, -encryptedSuffix.length))

export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((each) => finishedName.test(each))
    .toSorted(compareAge)
    .map((each) => join(folder, each))
}

export async function findNewest(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  const found = names.filter((each) => finishedName.test(each) || isEncryptedName(each)).toSorted(compareAge)
  return found.map((each) => join(folder, each)).at(-1)
}

export const compareAge = (a: string, b: string): number => {
  const [[dayA = '', nthA = '1'], [dayB = '', nthB = '1']] = [splitName(a), splitName(b)]
  return dayA === dayB ? Number(nthA) - Number(nthB) : dayA < dayB ? -1 : 1
}

const splitName = (name: string): string[] => name.slice('venire-'.length).replace(encryptedSuffix, '').split('-')

export async function removeOldBackups(to: string, keep: number): Promise<string[]> {
  const old = (await listBackups(to)).slice(0, -keep)
  for (const each of old) await rm(each, { recursive: true, force: true })
  return old
}

export async function removeUnfinished(to: string): Promise<void> {
  for (const name of await readdir(to)) {
    const pid = new RegExp(`^\\.venire-.*\\.(\\d+)\\${unfinished}$`).exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(to, name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
