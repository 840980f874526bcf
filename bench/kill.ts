/**
 * Measures data loss after every process is stopped with kill -9. Run: npm run bench -- kill [--rounds 30] [--server]
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crashRounds } from '#test/crash/rounds.ts'
import { startPostgres } from '#test/postgres.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '30' }, server: { type: 'boolean', default: false } },
})
const folder = await mkdtemp(join(tmpdir(), 'venire-kill-'))
const server = values.server ? await startPostgres() : null
try {
  const small = join(folder, 'small.mp4')
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=15:duration=2',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
  ]
  execFileSync('ffmpeg', ['-v', 'error', ...sources, '-pix_fmt', 'yuv420p', '-c:a', 'aac', small])
  const video = await readFile(small)
  const report = await crashRounds({
    rounds: Number(values.rounds),
    folder: join(folder, 'data'),
    env: server ? { DATABASE_URL: server.url } : {},
    video,
    say: (line) => console.log(line),
  })
  const { acknowledged, lost, stuck, doubled, bootMs } = report
  console.log(`\n${server ? 'PostgreSQL server' : 'embedded database'}, ${report.rounds} kills`)
  console.log(
    `acknowledged: ${acknowledged.uploads} uploads, ${acknowledged.chunks} chunks, ${acknowledged.annotations} annotation writes`,
  )
  console.log(`lost ${lost.length}, stuck ${stuck.length}, doubled ${doubled.length}`)
  console.log(
    `boot: median ${bootMs.toSorted((a, b) => a - b)[bootMs.length >> 1]} ms, longest ${Math.max(...bootMs)} ms`,
  )
  for (const line of [...lost, ...stuck, ...doubled]) console.log(`  ${line}`)
  process.exitCode = lost.length + stuck.length + doubled.length > 0 ? 1 : 0
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
