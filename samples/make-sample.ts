/**
 * `node samples/make-sample.ts` writes the sample video, transcript, and ground truth. Requires flite, ffmpeg with
 * librsvg, and DejaVu Sans (Debian: flite ffmpeg fonts-dejavu-core).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSubRip } from './captions.ts'
import { cast, expected, type CastId } from './dialogue.ts'
import { drawSlide, wave, type Slide } from './picture.ts'
import { writeReporterTranscript } from './reporter.ts'
import { sampleRate } from './speech.ts'
import { buildTimeline, isTurn, getLabel, type TimedLine, type Timeline } from './timeline.ts'

const framesPerSecond = 25
/** The speaker's indicator turns off during longer silences. */
const silenceShownMs = 1500

const ffmpeg = (args: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { stdio: 'inherit' })

function writeWav(file: string, samples: Float32Array): void {
  const pcm = Buffer.alloc(samples.length * 2)
  for (const [index, sample] of samples.entries()) pcm.writeInt16LE(Math.round(sample * 32_767), index * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.length, 40)
  writeFileSync(file, Buffer.concat([header, pcm]))
}

function planSlides({ lines }: Timeline): { fromMs: number; slide: Slide }[] {
  const plan: { fromMs: number; slide: Slide }[] = [{ fromMs: 0, slide: { by: null, plate: 'Silence' } }]
  let endMs = 0
  for (const line of lines) {
    if (isTurn(line)) {
      const isDark = plan.at(-1)?.slide.by === null
      if (line.startMs - endMs > silenceShownMs && !isDark)
        plan.push({ fromMs: endMs + 300, slide: { by: null, plate: 'Silence' } })
      plan.push({ fromMs: line.startMs, slide: { by: line.by, plate: '' } })
      endMs = line.endMs
    } else plan.push({ fromMs: line.startMs, slide: { by: null, plate: line.note } })
  }
  return [...plan, { fromMs: endMs + 600, slide: { by: null, plate: 'End of the sample' } }]
}

function drawSlides(timeline: Timeline, folder: string): string {
  const files = new Map<string, string>()
  const plan = planSlides(timeline)
  const entries = plan.map(({ fromMs, slide }, index) => {
    const key = `${slide.by}|${slide.plate}`
    const file = files.get(key) ?? join(folder, `slide-${files.size}.png`)
    if (!files.has(key)) {
      writeFileSync(`${file}.svg`, drawSlide(slide))
      ffmpeg(['-i', `${file}.svg`, '-frames:v', '1', file])
      files.set(key, file)
    }
    const untilMs = plan[index + 1]?.fromMs ?? timeline.durationMs
    return `file '${file}'\nduration ${((untilMs - fromMs) / 1000).toFixed(3)}`
  })
  const list = join(folder, 'slides.txt')
  // ffmpeg ignores the last entry's duration unless its file is repeated.
  writeFileSync(list, `${entries.join('\n')}\nfile '${[...files.values()].at(-1)}'\n`)
  return list
}

function encode(timeline: Timeline, folder: string, target: string): void {
  const [wav, captions] = [join(folder, 'sound.wav'), join(folder, 'captions.srt')]
  writeWav(wav, timeline.samples)
  writeFileSync(captions, writeSubRip(timeline.lines))
  const { x, y, width, height } = wave
  const graph = [
    `[0:v]fps=${framesPerSecond},format=yuv420p[plan]`,
    `[1:a]showwaves=s=${width}x${height}:mode=cline:rate=${framesPerSecond}:colors=${wave.color}:scale=sqrt[wave]`,
    `[plan][wave]overlay=${x}:${y}:shortest=0,drawtext=font='DejaVu Sans Mono':fontsize=20:fontcolor=0xb3bac6:x=w-tw-64:y=20:text='%{pts\\:hms}'[v]`,
  ]
  const seconds = (timeline.durationMs / 1000).toFixed(3)
  // A keyframe every two seconds keeps seeking fast. `bitexact` makes the output deterministic.
  const inputs = ['-f', 'concat', '-safe', '0', '-i', drawSlides(timeline, folder), '-i', wav, '-i', captions]
  const streams = ['-filter_complex', graph.join(';'), '-map', '[v]', '-map', '1:a', '-map', '2:s', '-t', seconds]
  const video = `-c:v libx264 -preset slow -crf 27 -tune animation -g ${2 * framesPerSecond} -profile:v high -threads 2`
  const sound = '-c:a aac -b:a 64k -metadata:s:a:0 language=eng'
  const texts = '-c:s mov_text -metadata:s:s:0 language=eng -disposition:s:0 default'
  const same = '-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -movflags +faststart'
  const options = [video, sound, texts, same].flatMap((option) => option.split(' '))
  ffmpeg([...inputs, ...streams, ...options, '-metadata', 'title=Sample voir dire, synthetic voices', target])
}

const isAt = (line: TimedLine, by: CastId, begins: string) =>
  isTurn(line) && line.by === by && line.text.startsWith(begins)

function buildTruth({ lines, durationMs }: Timeline, places: { page: number; line: number }[]): object {
  const findTurn = (by: CastId, begins: string): number => {
    const index = lines.findIndex((line) => isAt(line, by, begins))
    if (index < 0) throw new Error(`No turn of ${by} begins with "${begins}".`)
    return index
  }
  return {
    schema: 'venire.sample-truth/1',
    durationMs,
    turns: lines.map((line, index) => {
      if (!isTurn(line))
        return { index, speaker: null, role: 'note', jurorNumber: null, text: line.note, ...places[index] }
      const { label, role, jurorNumber } = { ...cast[line.by], label: getLabel(line) }
      const { text, startMs, endMs, words } = line
      return { index, speaker: label, role, jurorNumber, text, ...places[index], startMs, endMs, words }
    }),
    findings: expected.findings.map(({ by, begins, ...finding }) => ({ turn: findTurn(by, begins), ...finding })),
    traps: expected.traps.map(({ by, begins }) => findTurn(by, begins)),
  }
}

const writeTruth = (truth: object): string =>
  JSON.stringify(truth, null, 2)
    .replaceAll(
      /\{\s+"text": ("[^"]*"),\s+"startMs": (\d+),\s+"endMs": (\d+)\s+\}/g,
      '{ "text": $1, "startMs": $2, "endMs": $3 }',
    )
    .replaceAll(/\[\s+(\d+(?:,\s+\d+)*)\s+\]/g, (_, numbers: string) => `[${numbers.split(/,\s+/).join(', ')}]`)

const folder = mkdtempSync(join(tmpdir(), 'venire-sample-'))
try {
  const timeline = buildTimeline(folder)
  const { text, places } = writeReporterTranscript(timeline.lines)
  const target = (name: string) => join(import.meta.dirname, name)
  writeFileSync(target('voir-dire.txt'), text)
  writeFileSync(target('voir-dire.truth.json'), `${writeTruth(buildTruth(timeline, places))}\n`)
  encode(timeline, folder, target('voir-dire.mp4'))
  const megabytes = statSync(target('voir-dire.mp4')).size / 1e6
  console.log(`voir-dire.mp4: ${(timeline.durationMs / 1000).toFixed(1)} s, ${megabytes.toFixed(2)} MB`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
