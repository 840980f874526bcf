import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { settings } from '#server/platform/config.ts'
import { verbs } from '../cli/run.ts'
import { runCli } from './cli.ts'

export const folder = fileURLToPath(new URL('../deploy', import.meta.url))
export const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')

/** Variables read by Node, the S3 client, and other services rather than Venire. */
const foreign =
  /^(NODE_ENV|NODE_COMPILE_CACHE|MALLOC_\w+|PATH|AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)|S3_BUCKET|POSTGRES_\w+|VENIRE_HOST|BACKUP_PHRASE)$/
const known = new Set(Object.keys(settings.shape))
export const unknown = (names: string[]): string[] => names.filter((each) => !known.has(each) && !foreign.test(each))

export async function checkCommand([verb = '', ...rest]: string[]): Promise<void> {
  expect(Object.keys(verbs)).toContain(verb)
  const { says } = await runCli({}, verb, '--help')
  for (const option of rest.filter((each) => each.startsWith('--'))) expect(says).toContain(option)
}

export const findVenireCommand = (script: string): string[] =>
  (/ cli\/main\.ts (.*?)(?: \|\| .*)?$/m.exec(script)?.[1] ?? '').split(' ')

export const folderSettings = ['DATA_DIR', 'WORK_DIR', 'NODE_COMPILE_CACHE']

export const readImageSetting = async (name: string): Promise<string> =>
  new RegExp(String.raw`\b${name}=(\S+)`).exec(await read('Containerfile'))![1]!

export const isInside = (path: string, folders: string[]): boolean =>
  folders.some((each) => `${path}/`.startsWith(`${each}/`))

/** A web process backs up the database before upgrading it. */
export const longestStartSeconds = 2 * 3600
