import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Probe } from '#contract/videos/analysis.ts'
import type { Transcript } from '#contract/videos/transcript.ts'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { Unprocessable } from '#engine/stage.ts'
import { importTranscript } from './import.ts'

/** Tracks of letters; the others (DVD, Blu-ray) are pictures of letters. */
const textCodecs = new Set(['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa', 'text'])

/**
 * The transcript in a caption track of a file: the first track of text that has words, an English one first. Null where
 * there is none. Works in `folder` under names that begin with `transcript`.
 */
export async function importEmbeddedCaptions(options: {
  input: string
  captions: Probe['captions']
  folder: string
  signal: AbortSignal
}): Promise<Transcript | null> {
  const isEnglish = (language: string | null): boolean => language === null || /^(?:en|eng|und)\b/i.test(language)
  const tracks = options.captions
    .filter((track) => textCodecs.has(track.codec))
    .sort((a, b) => Number(isEnglish(b.language)) - Number(isEnglish(a.language)))
  for (const track of tracks) {
    // Copied as it is, WebVTT keeps its voices; converting would drop them.
    const isVtt = track.codec === 'webvtt'
    const name = `transcript.captions.${isVtt ? 'vtt' : 'srt'}`
    const path = join(options.folder, name)
    await runFfmpeg({
      inputs: [{ path: options.input, options: ['-vn', '-an', '-dn'] }],
      output: {
        path,
        options: ['-map', `0:${track.streamIndex}`, '-c:s', isVtt ? 'copy' : 'subrip', '-f', isVtt ? 'webvtt' : 'srt'],
      },
      doing: 'The captions in the file could not be read',
      signal: options.signal,
      limits: { memoryMiB: 512, fileMiB: 64 },
    })
    const bytes = await readFile(path)
    await rm(path)
    const transcript = tryImport(bytes, name)
    if (transcript) return { ...transcript, source: 'captions', reason: 'The captions inside the file were used.' }
  }
  return null
}

/** A track without any words is no reason to give up: another track or another source may have them. */
function tryImport(bytes: Uint8Array, name: string): Transcript | null {
  try {
    return importTranscript(bytes, name)
  } catch (error) {
    if (error instanceof Unprocessable) return null
    throw error
  }
}
