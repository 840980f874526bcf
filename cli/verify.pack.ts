import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { checkSealed } from '#server/features/exports/packs/sealed/check.ts'
import { nodeKit, openBytes } from '#server/features/exports/packs/sealed/kit.ts'
import type { Bytes, Entry, Report } from '#server/features/exports/packs/sealed/sealed.types.ts'
import { readZip } from '#server/features/exports/packs/sealed/zip.ts'

/** Checks a sealed zip or the folder it was unpacked to, and the originals at hand. Needs no installation. */
export async function verifyPack(path: string, originalPaths: readonly string[]): Promise<Report> {
  await using open = new AsyncDisposableStack()
  const readBytes = async (each: string): Promise<Bytes> => open.use(await openBytes(each))
  const isFolder = (await stat(path).catch(unreadable(path))).isDirectory()
  const given = isFolder
    ? { entries: await listEntries(path, readBytes), faults: [] }
    : await readZip(await readBytes(path), nodeKit)
  const originals: Entry[] = []
  for (const each of originalPaths) {
    const isMany = (await stat(each).catch(unreadable(each))).isDirectory()
    originals.push(
      ...(isMany
        ? await listEntries(each, readBytes)
        : [Object.assign(await readBytes(each), { name: basename(each) })]),
    )
  }
  // Awaited here: the files are closed at the end of this block.
  return await checkSealed(given, originals, nodeKit)
}

/** A name in a forged pack must not move the cursor over the line that tells of it, nor turn its direction. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, '\uFFFD')

export type Origin = 'confirmed' | 'other' | 'unsigned' | 'unchecked'

/** Whether the key that the caller names made it; `unchecked` without one. */
export function getOrigin({ signedBy, signatureChecked }: Report, key: string | undefined): Origin {
  if (key === undefined) return 'unchecked'
  if (signedBy === null || !signatureChecked) return 'unsigned'
  return signedBy === key.replaceAll(/[\s:]/g, '').toLowerCase() ? 'confirmed' : 'other'
}

export const isGood = (report: Report, origin: Origin): boolean =>
  report.faults.length === 0 && (origin === 'confirmed' || origin === 'unchecked')

const verdicts: Record<Origin, string> = {
  confirmed: 'Consistent, and signed by that key.',
  unchecked: 'Consistent, origin not checked.',
  other: 'Consistent, but signed by another key: it is not from the sender whose key you gave.',
  unsigned: 'Consistent, but not signed: its origin is not known.',
}

/** Exit code 0: nothing was changed, and the key is the one that was named. */
export function tellReport(report: Report, origin: Origin): number {
  for (const { message } of report.faults) console.log(`CHANGED ${printable(message)}`)
  const { files, bytes, events, originals } = report.checked
  const many = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
  console.log(
    `Checked ${many(files, 'file')} (${many(bytes, 'byte')}), ${many(events, 'event')} of the custody log, ${many(originals, 'original')}.`,
  )
  if (report.notGiven.length > 0)
    console.log(`Not checked, because not given (--original FILE): ${printable(report.notGiven.join(', '))}`)
  console.log(`Fingerprint: ${report.fingerprint ?? 'none'}`)
  console.log(report.signedBy === null ? 'Signed by: nobody' : `Signed by key: ${report.signedBy}`)
  console.log(report.faults.length === 0 ? verdicts[origin] : 'Something was changed.')
  return isGood(report, origin) ? 0 : 1
}

async function listEntries(folder: string, readBytes: (path: string) => Promise<Bytes>): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const each of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue
    const path = join(each.parentPath, each.name)
    const name = relative(folder, path).split(sep).join('/')
    const bytes = await readBytes(path)
    entries.push({ ...bytes, name })
  }
  return entries
}

const unreadable = (path: string) => (error: unknown) => {
  throw new Error(`${path} cannot be read.`, { cause: error })
}
