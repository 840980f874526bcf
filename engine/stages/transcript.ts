import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transcript } from '#contract/videos/transcript.ts'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { chooseTranscriber, recognizeHead, recognizeSpeech } from '../speech/recognize.ts'
import { type AheadContext, type EngineOptions, type Stage, type StageContext, Unprocessable } from '../stage.ts'
import { importFile, importTranscript } from '../transcript/import.ts'
import { regionSettings } from '../voice/activity.ts'
import { extractAudio } from './audio.ts'
import { detectInChild } from './speech.ts'

/** Recognition takes about ten times as long as all other stages combined. */
const recognitionWeight = 200
/** It takes two seconds to detect speech in this much audio. */
const headSeconds = 150

/**
 * Loads the tables on demand. They take a third of a second to load, and runs that use cached results don't need them.
 */
const loadIdentify = () => import('../findings/language/identify.ts')

export const transcriptStage: Stage<'transcript'> = {
  name: 'transcript',
  weight: 1,
  weightFor: (options) => (mayRecognize(options) ? recognitionWeight : 1),
  delaysWarming: mayRecognize,
  version: 7,
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
    const transcript = (await readAttached(context)) ?? (await readCaptions(context)) ?? (await recognize(context))
    const { identifyLanguage } = await loadIdentify()
    const language = identifyLanguage(transcript.turns.map((turn) => turn.text).join('\n'))
    return { ...transcript, language }
  },
}

function mayRecognize({ transcript, recognition }: EngineOptions): boolean {
  const { endpoint, modelFolder, allowBuiltIn = false, allowDraft } = recognition
  return transcript === null && (endpoint !== null || modelFolder !== null || allowBuiltIn || allowDraft)
}

/** Recognizes the first minutes while the audio is still being read so that text appears sooner. */
async function recognizeAhead(context: AheadContext): Promise<void> {
  const { folder, options, signal, enough, onText } = context
  const { audio, captions, durationMs } = context.artifact('probe')
  // Recognition can cost money, so skip it if another transcript might be used instead.
  if (options.transcript || options.recognition.refused || captions.length > 0 || !audio) return
  const transcriber = await chooseTranscriber(options.recognition, options.threads)
  if (!transcriber) return
  const wav = join(folder, 'transcript_head.wav')
  try {
    const quietly = { signal, progress: () => {} }
    await extractAudio({ ...context, ...quietly }, String(audio.streamIndex), wav, headSeconds)
    if (enough.aborted) return
    const { regions } = await detectInChild(wav, regionSettings, quietly)
    const headMs = durationMs < headSeconds * 1000 ? Infinity : headSeconds * 1000
    await recognizeHead({ transcriber, wav, regions, folder, signal, onText, enough, headMs })
  } finally {
    await transcriber.close()
    await rm(wav, { force: true })
  }
}

async function readAttached({ options: { transcript }, signal, folder }: StageContext): Promise<Transcript | null> {
  if (transcript === null) return null
  const bytes = await readFile(transcript.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Unprocessable('The attached transcript is missing. Attach it again.')
    throw error
  })
  return importFile(bytes, transcript.name, { signal, folder })
}

async function recognize(context: StageContext): Promise<Transcript> {
  const { options, signal } = context
  const { file } = context.artifact('audio')
  const { regions } = context.artifact('speech')
  if (file === null) return none('The file has no audio, so there is nothing to transcribe.')
  if (regions.length === 0) return none('No speech was found in the recording, so there is nothing to transcribe.')
  const { refused } = options.recognition
  if (refused) return none(`${refused} Nothing was sent, and no other recognizer was used.`)
  const transcriber = await chooseTranscriber(options.recognition, options.threads)
  if (!transcriber)
    return none(
      'No transcript is attached, the file has no captions, and no recognizer is set up. Attach a transcript (SRT, WebVTT, or the reporter’s text).',
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
      onText: context.onText,
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

function digest(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return 'missing'
  }
}

/** This list has only text formats. DVD and Blu-ray captions are images. */
const textCodecs = new Set(['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa', 'text'])

async function readCaptions(context: StageContext): Promise<Transcript | null> {
  const isEnglish = (language: string | null): boolean => language === null || /^(?:en|eng|und)\b/i.test(language)
  const tracks = context
    .artifact('probe')
    .captions.filter((track) => textCodecs.has(track.codec))
    .sort((a, b) => Number(isEnglish(b.language)) - Number(isEnglish(a.language)))
  for (const track of tracks) {
    // Copy WebVTT unchanged, because converting it would drop the voices.
    const isVtt = track.codec === 'webvtt'
    const name = `transcript.captions.${isVtt ? 'vtt' : 'srt'}`
    const path = join(context.folder, name)
    await runFfmpeg({
      inputs: [{ path: context.input, options: ['-vn', '-an', '-dn'] }],
      output: {
        path,
        options: ['-map', `0:${track.streamIndex}`, '-c:s', isVtt ? 'copy' : 'subrip', '-f', isVtt ? 'webvtt' : 'srt'],
      },
      doing: 'The captions in the file could not be read',
      signal: context.signal,
      limits: { memoryMiB: 512, fileMiB: 64 },
    })
    const bytes = await readFile(path)
    await rm(path)
    const transcript = tryImport(bytes, name)
    if (transcript) return { ...transcript, source: 'captions', reason: 'The captions inside the file were used.' }
  }
  return null
}

/** An empty track isn't an error, because other sources may have words. */
function tryImport(bytes: Uint8Array, name: string): Transcript | null {
  try {
    return importTranscript(bytes, name)
  } catch (error) {
    if (error instanceof Unprocessable) return null
    throw error
  }
}
