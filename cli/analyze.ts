import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stageTitles } from '#contract/videos/analysis.ts'
import { analyzeInChild } from '#engine/host/analyze.ts'
import { readConfig } from '#server/platform/config.ts'
import { chooseRecognition } from '#worker/recognition.ts'
import { hashFile, openWork, removeWork, writeResults } from './analyze.files.ts'
import { describeAnalysis } from './analyze.report.ts'
import { showProgress } from './progress.bar.ts'

const usage = `Usage: venire analyze FILE [--transcript FILE] [--out FOLDER] [--json]

Analyses a recording without a server: who spoke, when, and what was found. FILE is a video or audio file
(MP4, MOV, WebM, MKV, AVI); it is read and never altered.
  --transcript FILE   use this transcript (SRT, VTT, a reporter's ASCII text, CSV) instead of recognising speech
  --out FOLDER        where to write analysis.json, transcript.vtt, transcript.txt, the pictures and, where
                      browsers do not play FILE, a copy that they play (default ./NAME.analysis)
  --json              print analysis.json on standard output instead of the summary

How speech is recognised follows the settings SPEECH_URL, MODELS_DIR,
BUILT_IN_RECOGNITION and DRAFT_RECOGNITION (docs/operations.md).
Exit code 0: done. 1: the file could not be analysed; the reason is printed. 2: wrongly called. 130: stopped by Ctrl-C.
`
const stoppedByUser = 130

export async function analyze(argv: string[]): Promise<number> {
  const call = await readCall(argv)
  if ('text' in call) {
    ;(call.code === 0 ? process.stdout : process.stderr).write(call.text)
    return call.code
  }
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const bar = showProgress(process.stderr)
  const work = await openWork(call.out, call.file)
  try {
    // The hash is counted beside the analysis; both read the same pages of the same file.
    const hash = hashFile(call.file, controller.signal)
    // It may fail long before it is asked for, and a fault that nobody awaits ends the process with a stack trace.
    hash.catch(() => {})
    const outcome = await analyzeInChild({
      input: work.input,
      folder: work.folder,
      options: {
        transcript: call.transcript === null ? null : { path: call.transcript, name: basename(call.transcript) },
        recognition: await chooseRecognition(readConfig(process.env)),
        threads: 2,
      },
      signal: controller.signal,
      onProgress: (progress) => bar.show(progress),
    })
    bar.end()
    if (!outcome.ok) {
      process.stderr.write(`${stageTitles[outcome.stage]}: ${outcome.reason}\n`)
      if (process.env['VENIRE_DEBUG'] === '1') process.stderr.write(`${outcome.detail}\n`)
      if (outcome.permanent) await removeWork(call.out)
      else process.stderr.write('Finished steps are kept: the same command goes on behind them.\n')
      return 1
    }
    const document = await writeResults(call, work.folder, outcome.artifacts, await hash)
    await removeWork(call.out)
    process.stdout.write(call.json ? `${JSON.stringify(document)}\n` : describeAnalysis(document, call.out))
    return 0
  } catch (error) {
    bar.end()
    if (!controller.signal.aborted) throw error
    await removeWork(call.out)
    process.stderr.write('Stopped; what was made until now is removed.\n')
    return stoppedByUser
  } finally {
    // Of a file that is refused the hash is counted for nobody.
    controller.abort()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

type Call = { file: string; transcript: string | null; out: string; json: boolean }

/** The call as meant, or what to answer to it. */
async function readCall(argv: string[]): Promise<Call | { code: 0 | 2; text: string }> {
  const fault = (sentence: string) => ({ code: 2 as const, text: `${sentence} Try: venire analyze --help\n` })
  let parsed
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        transcript: { type: 'string' },
        out: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
  } catch (error) {
    return fault(error instanceof Error ? `${error.message.replace(/\.? To specify.*$/s, '')}.` : String(error))
  }
  const { values, positionals } = parsed
  if (values.help) return { code: 0, text: usage }
  const [given, ...more] = positionals
  if (given === undefined) return fault('Which recording? Name one file.')
  if (more.length > 0) return fault(`One recording at a time; "${more[0]}" is one too many.`)
  const file = resolve(given)
  for (const [path, name] of [
    [file, given],
    ...(values.transcript === undefined ? [] : [[resolve(values.transcript), values.transcript] as const]),
  ] as const) {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return fault(`There is no file ${name}.`)
  }
  return {
    file,
    transcript: values.transcript === undefined ? null : resolve(values.transcript),
    out: resolve(values.out ?? `${basename(given)}.analysis`),
    json: values.json === true,
  }
}
