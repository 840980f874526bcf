import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'
import { formatSize } from './size.ts'

const usage = `Usage: venire retention [--days N] [--json]

Lists what Venire will delete or destroy by itself within N days (default 30), and changes nothing: archived cases whose
retention time, counted from their closing, ends; and deleted records that nobody takes back in time.
`

const words = { delete: 'will be deleted, and can be taken back', destroy: 'will be destroyed for good' } as const

export async function retention(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      days: { type: 'string', default: '30' },
      json: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 0 || days > 10_000) {
    console.error(`--days: "${values.days}" must be a whole number of days, 0 or more.`)
    return 2
  }
  const due = await askInstallation('preview-retention', { days })
  if (values.json) {
    console.log(JSON.stringify(due))
    return 0
  }
  for (const { at, kind, id, firm, step, videos, bytes } of due) {
    const held = videos > 0 ? ` (${videos} ${videos === 1 ? 'video' : 'videos'}, ${formatSize(bytes)})` : ''
    console.log(`${new Date(at).toLocaleDateString('sv-SE')}  ${kind} ${id} of ${firm}${held} ${words[step]}`)
  }
  if (due.length === 0) console.log(`Nothing becomes due within ${days} days.`)
  return 0
}
