import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { rehearseRestore } from '#server/platform/backup/rehearse.ts'
import type { Config } from '#server/platform/config.ts'
import { formatSize } from '../installation.ts'

export async function rehearse(config: Config, from: string, asJson: boolean): Promise<number> {
  const report = await rehearseRestore(config, from, ({ db }) => verifyAudit(db))
  const { checked: chains, ...figures } = report
  const broken = chains.filter((each) => each.brokenAt !== null)
  if (asJson) {
    console.log(JSON.stringify({ ...figures, chains }))
    return broken.length === 0 ? 0 : 1
  }
  const { files, bytes, recordings, tables, rows, migrations } = figures
  console.log(
    [
      `Rehearsed restoring ${from} (made ${new Date(figures.startedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })}) in ${Math.ceil(figures.seconds)} s.`,
      `✓ Files: all ${files} match their SHA-256 (${formatSize(bytes)})`,
      recordings === 0
        ? '• Recordings: none in this backup. If STORAGE_URL keeps them elsewhere, check them there.'
        : `✓ Recordings: all ${recordings} files are unchanged since upload`,
      `✓ Database: ${tables} tables with ${rows} rows, the same as in the backup`,
      `✓ Upgrade: ${migrations.length === 0 ? 'not needed' : `${migrations.length} migrations`}`,
      ...broken.map((each) => `✗ Audit chain ${each.chain} is broken: ${each.fault}`),
      ...(broken.length === 0
        ? [`✓ Audit record: intact (${chains.length} ${chains.length === 1 ? 'chain' : 'chains'})`]
        : []),
      'The scratch copy was removed. Nothing else was changed.',
    ].join('\n'),
  )
  return broken.length === 0 ? 0 : 1
}
