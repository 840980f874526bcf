import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transcript } from '#contract/videos/transcript.ts'
import { chooseTranscriber } from '../speech/choose.ts'
import { recognizeHead, recognizeSpeech } from '../speech/recognize.ts'
import { type AheadContext, type EngineOptions, type Stage, type StageContext, Unprocessable } from '../stage.ts'
import { importEmbeddedCaptions } from '../transcript/embedded.ts'
import { importTranscript } from '../transcript/import.ts'
import { regionSettings } from '../voice/activity.ts'
import { extractAudio } from './audio.ts'
import { detectApart } from './speech.detect.ts'

/** Recognition takes from a tenth of the recording's length up, some ten times as long as all else. */
const recognitionWeight = 200
/** Searched for speech in two seconds, and enough to listen to until the whole recording was searched. */
const headSeconds = 150

/** Its tables take a third of a second to load, which a run that has its transcript already need not wait for. */
const loadIdentify = () => import('../findings/language/identify.ts')

/** What was said, from the best source there is; the reason for the choice goes with it. */
export const transcriptStage: Stage<'transcript'> = {
  name: 'transcript',
  weight: 1,
  weightFor: ({ transcript, recognition: { endpoint, modelFolder, allowBuiltIn, allowDraft } }) =>
    transcript === null && (endpoint !== null || modelFolder !== null || allowBuiltIn || allowDraft)
      ? recognitionWeight
      : 1,
  version: 3,
  reads: ['probe', 'audio', 'speech'],
  ahead: { reads: ['probe'], run: recognizeAhead },
  warm: loadIdentify,
  dependsOn: ({ transcript, recognition }) =>
    JSON.stringify([
      transcript && [transcript.name, digest(transcript.path)],
      recognition.endpoint && [recognition.endpoint.url, recognition.endpoint.model],
      recognition.modelFolder,
      recognition.allowBuiltIn === true,
      recognition.allowDraft,
      recognition.refused,
    ]),
  async run(context) {
    const transcript =
      (await readAttached(context.options)) ?? (await readCaptions(context)) ?? (await recognize(context))
    const { identifyLanguage } = await loadIdentify()
    const language = identifyLanguage(transcript.turns.map((turn) => turn.text).join('\n'))
    return { ...transcript, language }
  },
}

/**
 * Writes down the first minutes while the sound of the whole is still being read and searched for speech, so that words
 * are there soon however long the recording is. The stage finds what this has made.
 */
async function recognizeAhead(context: AheadContext): Promise<void> {
  const { folder, options, signal, enough, tell } = context
  const { audio, captions, durationMs } = context.artifact('probe')
  // Where other words may be used, none are recognised for nothing: a service may cost money.
  if (options.transcript || options.recognition.refused || captions.length > 0 || !audio) return
  const transcriber = await chooseTranscriber(options.recognition, options.threads)
  if (!transcriber) return
  // Not `transcript.…`: files of that form are cleared when the stage begins.
  const wav = join(folder, 'transcript_head.wav')
  try {
    const quietly = { signal, progress: () => {} }
    await extractAudio({ ...context, ...quietly }, String(audio.streamIndex), wav, headSeconds)
    if (enough.aborted) return
    const { regions } = await detectApart(wav, regionSettings, quietly)
    // The head of a short recording is all of it, and none of its end is in doubt.
    const headMs = durationMs < headSeconds * 1000 ? Infinity : headSeconds * 1000
    await recognizeHead({ transcriber, wav, regions, folder, signal, tell, enough, headMs })
  } finally {
    await transcriber.close()
    await rm(wav, { force: true })
  }
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
      threads: options.threads,
      tell: context.tell,
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
