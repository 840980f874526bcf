import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ExportOrder } from '../../core/maker.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const software = `Venire ${version}`

/** SHA-256 over the content as JSON: two files with the same one say the same. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** What went into a file and what made it; kept with the export's row. */
export const manifestOf = (
  { template, type, scope, filters, options }: ExportOrder,
  content: unknown,
  counts: Record<string, number>,
  inputs: { videoId: string; sha256: string | null }[] = [],
): Record<string, unknown> => ({
  software,
  type,
  template,
  scope,
  filters,
  options,
  contentSha256: fingerprintOf(content),
  counts,
  inputs,
})
