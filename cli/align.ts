import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { placeWords } from '#engine/align/align.ts'
import { type Alignment, describeGaps, listAlignment } from '#engine/align/result.ts'
import { findSphinx } from '#engine/align/sphinx.ts'
import { Unprocessable } from '#engine/stage.ts'
import { importTranscript } from '#engine/transcript/import.ts'
import { detectSpeech, regionSettings } from '#engine/voice/activity.ts'
import { readCount, withRecording } from './recording.ts'

const usage = `Usage: venire align AUDIO TRANSCRIPT [--json] [--threads N] [--work DIR]

Finds the time of every word of a transcript in a recording (English, with PocketSphinx).
AUDIO is a sound or video file; TRANSCRIPT is SRT, WebVTT, reporter's ASCII, CSV or labelled
text. Times that it has are not used.

  --json        Prints {words, notInAudio, notInTranscript}, in seconds.
  --threads N   How many processes may listen at once (default: all processors).
  --work DIR    Keeps the work there: a run that was killed goes on where it stopped.

Exit code 0: aligned. 1: it could not be.
`

/** Speech detection takes about this share of the time. */
const detectingShare = 0.03

export async function align(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      threads: { type: 'string' },
      work: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [audio, script] = positionals
  if (values.help || audio === undefined || script === undefined || positionals.length > 2) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const threads = readCount('threads', values.threads, availableParallelism())
  const sphinx = findSphinx()
  if (sphinx === null)
    throw new Unprocessable('PocketSphinx is missing. On Debian: apt-get install pocketsphinx pocketsphinx-en-us')
  const bytes = await readFile(script).catch(() => {
    throw new Unprocessable(`There is no file "${script}".`)
  })
  const { turns } = importTranscript(bytes, basename(script))
  const alignment = await withRecording(
    audio,
    values.work,
    'Aligning',
    async ({ audioPath, folder, signal, progress }) => {
      const { regions } = await detectSpeech(audioPath, regionSettings, {
        signal,
        progress: (fraction) => progress(fraction * detectingShare),
      })
      const work = {
        folder,
        threads,
        signal,
        progress: (fraction: number) => progress(detectingShare + fraction * (1 - detectingShare)),
      }
      const { script: read, placement } = await placeWords({ sphinx, audioPath, regions, turns, work })
      return listAlignment(turns, read.tokens, placement)
    },
  )
  process.stdout.write(values.json ? `${JSON.stringify(alignment)}\n` : describeAlignment(alignment))
  return 0
}

function describeAlignment(alignment: Alignment): string {
  const estimated = alignment.words.filter((word) => word.estimated).length
  const lines = alignment.words.map(
    ({ start, end, text, confidence, estimated: isGuess }) =>
      `${start.toFixed(2).padStart(9)} ${end.toFixed(2).padStart(9)}  ${isGuess ? ' est' : confidence.toFixed(2)}  ${text}`,
  )
  const summary = `${alignment.words.length} words have times, ${estimated} of them estimated.`
  return [...lines, '', summary, ...describeGaps(alignment), ''].join('\n')
}
