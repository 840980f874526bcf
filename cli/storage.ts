import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { namePlace, requireActive, getStoragePlace, openStorage } from '#server/platform/storage/open.ts'
import { copyStorage } from '#server/platform/storage/move.ts'
import { describePlace, parseStorageUrl } from '#server/platform/storage/url.ts'
import { askInstallation, formatSize } from './installation.ts'

const usage = `Usage: venire storage move --to URL [--json]
       venire storage verify [--json]

move    Copies every recording, export, and derived file to another storage, and compares SHA-256 hashes. Venire may
        run meanwhile. Run the command again to continue, or to copy new files. Deletes nothing in either place.
verify  Hashes every recording and film again, as "verify media" does, and checks exports and derived files too.

--to URL  file:///folder or s3://bucket?endpoint=https://…
--json    Prints JSON.

Exit code 0: every file was copied, or every file is intact. 1: otherwise.
`

export async function storage(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, to: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  const { to, json = false } = values
  if (!values.help && positionals[0] === 'move' && to !== undefined) return move(to, json)
  if (!values.help && positionals[0] === 'verify') return verifyFiles(json)
  process.stdout.write(usage)
  return values.help ? 0 : 2
}

async function move(url: string, json: boolean): Promise<number> {
  const config = readConfig(process.env)
  const [place, target] = [getStoragePlace(config), parseStorageUrl(url)]
  if (!target) {
    console.error('--to must look like file:///folder or s3://bucket?endpoint=https://store.example, without keys.')
    return 2
  }
  const [here, there] = [describePlace(place), describePlace(target)]
  if (namePlace(place) === namePlace(target)) throw new Error(`Files are already in ${there}`)
  await requireActive(config)
  if (place.kind === 'file' && !existsSync(place.folder)) throw new Error(`There is no folder ${here}`)
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
  const name = createHash('sha256')
    .update(JSON.stringify([namePlace(place), namePlace(target)]))
    .digest('hex')
    .slice(0, 16)
  await using hasher = openHasher()
  const stores = { from: await openStorage(config, place), to: await openStorage(config, target), hasher }
  const report = await copyStorage(stores, join(config.DATA_DIR, `.storage-move-${name}`), ({ key, sizeBytes }) => {
    if (!json) process.stderr.write(`${key} (${formatSize(sizeBytes)})\n`)
  })
  if (json) {
    console.log(JSON.stringify(report))
    return 0
  }
  const { copied, copiedBytes, before, leftOver } = report
  console.log(`${copied} files copied (${formatSize(copiedBytes)}), ${before} copied earlier. All hashes match.`)
  if (leftOver.length > 0)
    console.log(
      [`Copies in ${there} without an original in ${here}. Delete them there if they were destroyed:`]
        .concat(leftOver.map((key) => `  ${key}`))
        .join('\n'),
    )
  console.log(
    copied > 0
      ? `Stop Venire, run this command again, set STORAGE_URL to ${there}, and start Venire.`
      : `${there} has every file in ${here}. If Venire is stopped, set STORAGE_URL and start it.`,
  )
  return 0
}

async function verifyFiles(json: boolean): Promise<number> {
  const { checked, faults } = await askInstallation('verify-storage')
  if (json) console.log(JSON.stringify({ checked, faults }))
  else {
    for (const { file, fault } of faults) console.log(`${file}: ${fault}`)
    console.log(
      faults.length === 0 ? `${checked} files checked, none missing or changed.` : `${checked} files checked.`,
    )
  }
  return faults.length === 0 ? 0 : 1
}
