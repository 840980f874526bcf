import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Transcript, Turn } from '#contract/videos/transcript.ts'
import { importTranscript } from '#engine/transcript/import.ts'
import { toSrt } from '#engine/transcript/write.ts'

const sample = resolve('samples/voir-dire.mp4')

export function runTool(tool: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(tool, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr}`)
}

export type Loop = { seconds: number; video: string; transcript: Transcript }

/** Makes a 320×180 video without captions, so all words come from the given transcript. */
export async function makeLoop(folder: string): Promise<Loop> {
  const video = join(folder, 'loop.mp4')
  const quiet = ['-nostdin', '-v', 'error', '-y']
  runTool('ffmpeg', [
    ...quiet,
    ...['-i', sample, '-map', '0:v:0', '-map', '0:a:0', '-sn', '-vf', 'scale=320:180'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '32', '-g', '50', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-b:a', '64k', '-shortest', video],
  ])
  const captions = join(folder, 'loop.srt')
  runTool('ffmpeg', [...quiet, '-i', sample, '-map', '0:s:0', captions])
  const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', video]
  const seconds = Number(spawnSync('ffprobe', probe, { encoding: 'utf8' }).stdout.trim())
  return { seconds, video, transcript: importTranscript(await readFile(captions), 'loop.srt') }
}

export async function makeLong(loop: Loop, minutes: number, folder: string): Promise<{ video: string; srt: string }> {
  const video = join(folder, `${minutes}-minutes.mp4`)
  const rounds = Math.ceil((minutes * 60) / loop.seconds)
  runTool('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-stream_loop', String(rounds), '-i', loop.video],
    ...['-c', 'copy', '-t', String(minutes * 60), '-movflags', '+faststart', video],
  ])
  const turns: Turn[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const offsetMs = Math.round(round * loop.seconds * 1000)
    for (const turn of loop.transcript.turns) {
      const [startMs, endMs] = [(turn.startMs ?? 0) + offsetMs, (turn.endMs ?? 0) + offsetMs]
      if (endMs > minutes * 60_000) continue
      const words = turn.words.map((word) => ({
        ...word,
        startMs: word.startMs + offsetMs,
        endMs: word.endMs + offsetMs,
      }))
      turns.push({ ...turn, index: turns.length, startMs, endMs, words })
    }
  }
  const srt = join(folder, `${minutes}-minutes.srt`)
  await writeFile(srt, toSrt({ ...loop.transcript, turns }))
  return { video, srt }
}
