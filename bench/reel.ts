/**
 * Compares building a reel with a single ffmpeg command. Run: npm run bench -- reel [--clips 20] [--seconds 6]
 * [--rounds 3]
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { aac, buildMedia, h264, tone } from '#engine/media/media.factory.ts'
import { filmEncoder } from '#engine/media/clip.ts'
import { makeReel } from '#engine/media/reel/reel.ts'
import { median } from './rounds.compare.ts'

const { values } = parseArgs({
  options: {
    clips: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
  },
})
const clips = Number(values.clips)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const mostRatio = 1.3
const sourceSeconds = Math.max(20, seconds * 10)
const run = promisify(execFile)

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
try {
  // Use two sizes and frame rates. Noise makes the encoding cost realistic.
  const picture = (size: string, rate: string) => [
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${sourceSeconds}`, '-vf', 'noise=alls=6:allf=t'],
  ]
  const encode = [...h264, '-preset', 'ultrafast', '-b:v', '4M', ...aac, '-shortest']
  const sources = [
    await buildMedia(join(folder, 'a.mp4'), [...tone(sourceSeconds), ...picture('1280x720', '25'), ...encode]),
    await buildMedia(join(folder, 'b.mp4'), [...tone(sourceSeconds), ...picture('960x540', '25'), ...encode]),
  ]
  const cuts = Array.from({ length: clips }, (_, at) => ({
    source: at % sources.length,
    startMs: 3000 + Math.floor((at * (sourceSeconds - seconds - 6) * 1000) / clips),
  }))

  const bare = async (): Promise<number> => {
    const begun = performance.now()
    const graph = [
      ...cuts.map(
        (_, at) =>
          `[${at}:v]scale=1280:720:force_original_aspect_ratio=decrease,pad=1280:720:-1:-1,setsar=1,fps=25,format=yuv420p[v${at}];[${at}:a]aresample=48000,aformat=channel_layouts=stereo[a${at}]`,
      ),
      `${cuts.map((_, at) => `[v${at}][a${at}]`).join('')}concat=n=${clips}:v=1:a=1[v][a]`,
    ].join(';')
    const inputs = cuts.flatMap(({ source, startMs }) => [
      ...['-ss', String(startMs / 1000), '-t', String(seconds), '-i', sources[source]!],
    ])
    await run(
      'ffmpeg',
      [
        ...['-nostdin', '-v', 'error', '-y', ...inputs, '-filter_complex', graph, '-map', '[v]', '-map', '[a]'],
        ...[...filmEncoder, '-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart', join(folder, 'bare.mp4')],
      ],
      { maxBuffer: 1 << 24 },
    )
    return performance.now() - begun
  }
  const reel = async (): Promise<number> => {
    await rm(join(folder, 'work'), { recursive: true, force: true })
    const begun = performance.now()
    await makeReel(
      {
        clips: cuts.map(({ source, startMs }) => ({
          input: sources[source]!,
          inputKey: String(source),
          startMs,
          endMs: startMs + seconds * 1000,
          card: [],
          chapter: 'Clip',
          cues: [],
          mutes: [],
        })),
        opening: [],
        captions: 'none',
        timecodeBurn: false,
        folder: join(folder, 'work'),
      },
      join(folder, 'reel.mp4'),
      () => {},
      new AbortController().signal,
    )
    return performance.now() - begun
  }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [await bare(), await reel()] : [await reel(), await bare()]
    const [bareMs, reelMs] = round % 2 === 0 ? [first, second] : [second, first]
    ratios.push(reelMs / bareMs)
    console.log(
      `bare ${(bareMs / 1000).toFixed(1)} s, reel ${(reelMs / 1000).toFixed(1)} s, ${(reelMs / bareMs).toFixed(2)}x`,
    )
  }
  const ratio = median(ratios)
  const mib = async (name: string) => ((await stat(join(folder, name))).size / 1024 ** 2).toFixed(1)
  console.log(
    `${clips} clips of ${seconds} s: ${ratio.toFixed(2)}x the bare command (at most ${mostRatio}x); ${await mib('reel.mp4')} MiB against ${await mib('bare.mp4')} MiB`,
  )
  process.exitCode = ratio <= mostRatio ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
