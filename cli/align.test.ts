import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AnalysisDocument } from '#contract/videos/analysis.ts'
import { findFindings } from '#engine/findings/find.ts'
import { findExchanges } from '#engine/findings/language/exchanges.ts'
import { buildMedia, makeFolder } from '#engine/media/media.factory.ts'
import { importTranscript } from '#engine/transcript/import.ts'

const venire = fileURLToPath(new URL('main.ts', import.meta.url))
const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

const script = `THE COURT: This is a criminal trial, and it will take about three weeks. Would that be a hardship for anyone? Juror No. 3?
PROSPECTIVE JUROR NO. 3: If I don't show up, I don't get paid. I'm the only income in our garden.
THE COURT: Does your employer pay you for jury service?
PROSPECTIVE JUROR NO. 7: I could not be fair to the defendant. My sister was robbed at gunpoint last winter.
PROSPECTIVE JUROR NO. 3: No, Your Honor. Not one day.
THE COURT: Can anyone else cover your route?
PROSPECTIVE JUROR NO. 3: Nobody. It's my purple, and I'm the only driver.
`

test(
  'the report and analysis.json list the same differing and missing words, and these make no finding',
  { timeout: 120_000 },
  async () => {
    await using folder = await makeFolder()
    const [audio, transcript, out] = ['said.wav', 'said.txt', 'out'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ]
    await buildMedia(audio, ['-ss', '3', '-to', '28.6', '-i', sample, '-vn', '-ac', '1', '-ar', '16000'])
    await writeFile(transcript, `${script}CERTIFICATE\nI certify that the foregoing transcript is correct.\n`)
    const run = (...words: string[]) => spawnSync(process.execPath, [venire, ...words], { encoding: 'utf8' })

    const report = run('align', audio, transcript)
    expect(report.status, report.stderr).toBe(0)
    const analyzed = run('analyze', audio, '--transcript', transcript, '--out', out)
    expect(analyzed.status, analyzed.stderr).toBe(0)
    const document = AnalysisDocument.parse(JSON.parse(await readFile(join(out, 'analysis.json'), 'utf8')))

    const lines = report.stdout.split('\n')
    for (const warning of document.transcript.warnings) expect(lines).toContain(warning)
    const named = document.transcript.warnings.join('\n')
    expect(named).toMatch(/may differ from the recording: .*“garden\.” \(0:\d\d\).*“purple,” \(0:\d\d\)/)
    expect(named).toMatch(/words of the transcript are not in the recording near 0:\d\d \(“I could not be fair/)
    expect(report.stdout).toMatch(/\nWords that may differ from the recording:\n(?: +\d+\.\d\d {2}\S+\n)+/)

    for (const { stdout } of [report, analyzed])
      expect(stdout).toMatch(/Left out of the transcript:\n *Certificate, 2 lines: “CERTIFICATE”\n/)
    expect(document.transcript.cuts).toMatchObject([{ kind: 'certificate', lines: 2 }])

    const { turns } = importTranscript(Buffer.from(script), 'said.txt')
    const written = findFindings(turns, findExchanges(turns, { cueTimes: false }))
    const listTurns = ({ findings, possible = [] }: Pick<AnalysisDocument['findings'], 'findings' | 'possible'>) =>
      new Set([...findings, ...possible].map(({ turn }) => turn))
    expect(listTurns(written)).toEqual(new Set([1, 3, 4, 6]))
    expect(listTurns(document.findings)).toEqual(new Set([1, 4, 6]))
  },
)
