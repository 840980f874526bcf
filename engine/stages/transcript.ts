import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transcript } from '#contract/transcript.ts'
import { chooseTranscriber } from '../speech/choose.ts'
import { recognizeSpeech } from '../speech/recognize.ts'
import { type EngineOptions, type Stage, type StageContext, Unprocessable } from '../stage.ts'
import { importEmbeddedCaptions } from '../transcript/embedded.ts'
import { importTranscript } from '../transcript/import.ts'

/** What was said, from the best source there is; the reason for the choice goes with it. */
export const transcriptStage: Stage<'transcript'> = {
  name: 'transcript',
  weight: 1,
  version: 1,
  reads: ['probe', 'audio', 'speech'],
  dependsOn: ({ transcript, recognition }) =>
    JSON.stringify([
      transcript && [transcript.name, digest(transcript.path)],
      recognition.endpoint && [recognition.endpoint.url, recognition.endpoint.model],
      recognition.modelFolder,
      recognition.allowDraft,
      recognition.refused,
    ]),
  async run(context) {
    const transcript =
      (await readAttached(context.options)) ?? (await readCaptions(context)) ?? (await recognize(context))
    // Its tables take a third of a second to load, which a run that has its transcript already need not wait for.
    const { identifyLanguage } = await import('../language/identify.ts')
    const language = identifyLanguage(transcript.turns.map((turn) => turn.text).join('\n'))
    return { ...transcript, language }
  },
}

async function readAttached({ transcript }: EngineOptions): Promise<Transcript | null> {
  if (transcript === null) return null
  const bytes = await readFile(transcript.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Unprocessable('The attached transcript is no longer there. Attach it again.')
    throw error
  })
  return importTranscript(bytes, transcript.name)
}

function readCaptions(context: StageContext): Promise<Transcript | null> {
  const { input, folder, signal } = context
  return importEmbeddedCaptions({ input, captions: context.artifact('probe').captions, folder, signal })
}

async function recognize(context: StageContext): Promise<Transcript> {
  const { options, signal } = context
  const { file } = context.artifact('audio')
  const { regions } = context.artifact('speech')
  if (file === null) return none('The file has no sound, so there is nothing to write down.')
  if (regions.length === 0) return none('No speech was found in the recording, so there is nothing to write down.')
  const { refused } = options.recognition
  if (refused) return none(`${refused} Nothing was sent, and no other recogniser was used.`)
  const transcriber = await chooseTranscriber(options.recognition, options.threads)
  if (!transcriber)
    return none(
      'No transcript is attached, the file holds no captions, and no recogniser is set up. Attach a transcript (SRT, WebVTT, or the reporter’s text).',
    )
  try {
    const wav = join(context.folder, file)
    return await recognizeSpeech({
      transcriber,
      wav,
      regions,
      folder: context.folder,
      signal,
      progress: (fraction) => context.progress(fraction),
    })
  } finally {
    await transcriber.close()
  }
}

const none = (reason: string): Transcript => ({
  source: 'none',
  format: null,
  reason,
  language: null,
  turns: [],
  warnings: [],
})

/** A transcript corrected under the same name is another one. */
function digest(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return 'missing'
  }
}
