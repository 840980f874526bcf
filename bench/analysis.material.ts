import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { EngineOptions } from '#engine/stage.ts'
import { importTranscript } from '#engine/transcript/import.ts'
import { formatClock } from '#engine/transcript/clock.ts'
import { runTool } from './growth.material.ts'
import { joinReadings } from './speech.material.ts'

export const inputs = ['captions', 'plain', 'untimed', 'recognized'] as const
export type Input = (typeof inputs)[number]

export type Line = { speaker: string; text: string; startMs: number; endMs: number }
export type Loop = { video: string; seconds: number; lines: Line[] }

const sample = resolve('samples/voir-dire.mp4')
const gapSeconds = 0.6

export async function makeSpokenLoop(folder: string): Promise<Loop> {
  const video = join(folder, 'spoken.mp4')
  const truth: { durationMs: number; turns: (Partial<Line> & { speaker: string | null; text: string })[] } = JSON.parse(
    readFileSync('samples/voir-dire.truth.json', 'utf8'),
  )
  const lines = truth.turns.flatMap(({ speaker, text, startMs, endMs }): Line[] =>
    speaker === null || startMs === undefined || endMs === undefined ? [] : [{ speaker, text, startMs, endMs }],
  )
  const readings = await joinReadings(folder, { gapSeconds })
  for (const { words, start, end } of readings?.utterances ?? [])
    lines.push({
      speaker: 'READER',
      text: words.join(' '),
      startMs: truth.durationMs + Math.round(start * 1000),
      endMs: truth.durationMs + Math.round(end * 1000),
    })
  const seconds = truth.durationMs / 1000 + (readings?.seconds ?? 0)
  const sound = readings
    ? '[0:a]aresample=16000,apad,atrim=end=' + truth.durationMs / 1000 + '[s];[s][1:a]concat=n=2:v=0:a=1[a]'
    : '[0:a]aresample=16000[a]'
  runTool('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', sample, ...(readings ? ['-i', readings.path] : [])],
    ...['-filter_complex', `[0:v]scale=320:180,tpad=stop=-1:stop_mode=clone[v];${sound}`],
    ...['-map', '[v]', '-map', '[a]', '-t', String(seconds), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '32'],
    ...['-g', '50', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '64k', video],
  ])
  return { video, seconds, lines }
}

export async function makeInput(
  loop: Loop,
  minutes: number,
  input: Input,
  folder: string,
): Promise<{ video: string; options: EngineOptions }> {
  const video = join(folder, `${input}-${minutes}.mp4`)
  const rounds = Math.ceil((minutes * 60) / loop.seconds)
  runTool('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-stream_loop', String(rounds), '-i', loop.video],
    ...['-c', 'copy', '-t', String(minutes * 60), '-movflags', '+faststart', video],
  ])
  const lines = Array.from({ length: rounds + 1 }, (_, round) =>
    loop.lines.map((line) => {
      const offsetMs = Math.round(round * loop.seconds * 1000)
      return { ...line, startMs: line.startMs + offsetMs, endMs: line.endMs + offsetMs }
    }),
  )
    .flat()
    .filter(({ endMs }) => endMs <= minutes * 60_000)
  const isRecognized = input === 'recognized'
  const path = join(folder, `${input}-${minutes}.${input === 'untimed' ? 'txt' : 'srt'}`)
  if (!isRecognized) await writeFile(path, writeLines(lines, input))
  return {
    video,
    options: {
      transcript: isRecognized ? null : { path, name: `transcript${path.slice(path.lastIndexOf('.'))}` },
      recognition: {
        endpoint: null,
        modelFolder: null,
        allowBuiltIn: isRecognized,
        allowDraft: false,
        findingsOnDraft: false,
      },
      threads: 2,
    },
  }
}

function writeLines(lines: readonly Line[], input: Input): string {
  if (input === 'untimed') return lines.map(({ speaker, text }) => `${speaker}: ${text}\n`).join('\n')
  const srt = lines.map(
    ({ speaker, text, startMs, endMs }, at) =>
      `${at + 1}\n${formatClock(startMs, ',')} --> ${formatClock(endMs, ',')}\n${input === 'captions' ? `${speaker}: ` : ''}${text}\n`,
  )
  const text = srt.join('\n')
  const isNamed = importTranscript(Buffer.from(text), 'transcript.srt').turns.some(({ speaker }) => speaker !== null)
  if (isNamed !== (input === 'captions')) throw new Error(`The ${input} captions were read with the wrong speakers.`)
  return text
}
