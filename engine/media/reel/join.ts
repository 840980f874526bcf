import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../ffmpeg.ts'
import type { Canvas } from './canvas.ts'
import type { ReelWork, Sized } from './work.ts'
import { type Segment, shiftCues } from './segment.ts'
import { writeChapters, writeSrt } from './titles.ts'

type Placed = { clip: Sized; fromMs: number; atMs: number; toMs: number }

/** Encodes the audio in one pass so the joins can't be heard. */
export async function joinSegments(
  { folder, captions }: Pick<ReelWork, 'folder' | 'captions'>,
  segments: readonly Segment[],
  placed: readonly Placed[],
  { rate: [over, under] }: Canvas,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const file = (name: string) => join(folder, `part-${name}`)
  const list = segments.map(
    // Set exact durations, because the ones in the files are rounded and would cause drift.
    (each) => `file '${each.file}'\nduration ${(((each.cardFrames + each.clipFrames) * under) / over).toFixed(6)}`,
  )
  await writeFile(file('list.txt'), `ffconcat version 1.0\n${list.join('\n')}\n`)
  await writeFile(
    file('chapters.txt'),
    writeChapters(placed.map(({ clip, fromMs, toMs }) => ({ fromMs, toMs, title: clip.chapter }))),
  )
  const cues = captions === 'selectable' ? placed.flatMap(({ clip, atMs }) => shiftCues(clip, atMs)) : []
  if (cues.length > 0) await writeFile(file('captions.srt'), writeSrt(cues))
  await runFfmpeg({
    inputs: [
      { path: file('list.txt'), options: ['-f', 'concat'], isOwn: true },
      { path: file('chapters.txt'), options: ['-f', 'ffmetadata'], isOwn: true },
      ...(cues.length > 0 ? [{ path: file('captions.srt'), options: ['-f', 'srt'], isOwn: true }] : []),
    ],
    output: {
      path: out,
      options: [
        ['-map', '0:v', '-map', '0:a', ...(cues.length > 0 ? ['-map', '2:s'] : [])],
        ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '192k', '-c:s', 'mov_text'],
        cues.length > 0 ? ['-metadata:s:s:0', 'language=eng'] : [],
        // Without `:g`, this option would also remove the chapter titles.
        ['-map_metadata:g', '-1', '-map_chapters', '1', '-fflags', '+bitexact', '-flags', '+bitexact'],
        ['-max_muxing_queue_size', '4096', '-movflags', '+faststart', '-f', 'mp4'],
      ].flat(),
    },
    doing: 'The clips could not be joined',
    signal,
    limits: { totalSeconds: 3600 },
  })
  for (const name of ['list.txt', 'chapters.txt', 'captions.srt']) await rm(file(name), { force: true })
}

export async function addCaptions(
  path: string,
  folder: string,
  cues: Parameters<typeof writeSrt>[0],
  signal: AbortSignal,
) {
  if (cues.length === 0) return
  const [srt, part] = [join(folder, 'captions.srt'), join(folder, 'captioned.mp4')]
  await writeFile(srt, writeSrt(cues))
  await runFfmpeg({
    inputs: [{ path }, { path: srt, options: ['-f', 'srt'], isOwn: true }],
    output: {
      path: part,
      options: [
        ['-map', '0:v?', '-map', '0:a?', '-map', '1:s', '-c', 'copy', '-c:s', 'mov_text'],
        ['-metadata:s:s:0', 'language=eng', '-map_metadata', '-1', '-fflags', '+bitexact'],
        ['-movflags', '+faststart', '-f', 'mp4'],
      ].flat(),
    },
    doing: 'The captions could not be added',
    signal,
  })
  await using file = await open(part, 'r+')
  await file.sync()
  await rename(part, path)
  await rm(srt, { force: true })
}
