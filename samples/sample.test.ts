import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Turn {
  index: number
  speaker: string | null
  text: string
  page: number
  line: number
  startMs?: number
  endMs?: number
  words?: { text: string; startMs: number; endMs: number }[]
}
interface Truth {
  durationMs: number
  turns: Turn[]
  findings: { turn: number; type: string }[]
  traps: number[]
}

const file = (name: string) => join(import.meta.dirname, name)
const video = file('voir-dire.mp4')
const truth = JSON.parse(readFileSync(file('voir-dire.truth.json'), 'utf8')) as Truth
const spoken = truth.turns.filter((turn) => turn.words !== undefined)
const ffmpeg = (args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...args], { maxBuffer: 64 << 20 })

test('the video is small, two to three minutes long, and plays while downloading', () => {
  const probe = ['-v', 'error', '-show_entries', 'format=duration:stream=codec_name,width,height', '-of', 'json', video]
  const { format, streams } = JSON.parse(execFileSync('ffprobe', probe, { encoding: 'utf8' })) as {
    format: { duration: string }
    streams: { codec_name: string; width?: number; height?: number }[]
  }
  expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac', 'mov_text'])
  expect(streams[0]).toMatchObject({ width: 1280, height: 720 })
  expect(Number(format.duration)).toBeGreaterThan(120)
  expect(Number(format.duration)).toBeLessThan(180)
  expect(Math.abs(Number(format.duration) * 1000 - truth.durationMs)).toBeLessThan(50)
  const bytes = readFileSync(video)
  expect(bytes.length).toBeLessThan(6_000_000)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('every turn starts and ends with its audio', () => {
  const pcm = ffmpeg(['-i', video, '-map', '0:a', '-ar', '16000', '-ac', '1', '-f', 's16le', '-'])
  const loudness = (fromMs: number, toMs: number) => {
    let sum = 0
    for (let at = fromMs * 16; at < toMs * 16; at += 1) sum += (pcm.readInt16LE(at * 2) / 32_768) ** 2
    return Math.sqrt(sum / ((toMs - fromMs) * 16))
  }
  for (const { text, startMs = 0, endMs = 0 } of spoken) {
    expect(loudness(startMs - 150, startMs - 50), `silence before "${text}"`).toBeLessThan(0.004)
    expect(loudness(startMs, startMs + 300), `speech at the start of "${text}"`).toBeGreaterThan(0.01)
    expect(loudness(endMs + 60, endMs + 160), `silence after "${text}"`).toBeLessThan(0.004)
  }
})

test('words are in order inside their turn and add up to its text', () => {
  for (const { text, startMs, endMs, words = [] } of spoken) {
    expect(words.map((word) => word.text).join(' ')).toBe(text)
    expect(words[0]?.startMs).toBe(startMs)
    expect(words.at(-1)?.endMs).toBe(endMs)
    for (const [index, word] of words.entries()) {
      expect(word.endMs).toBeGreaterThan(word.startMs)
      expect(word.startMs).toBeGreaterThanOrEqual(words[index - 1]?.endMs ?? 0)
    }
  }
})

test('the captions have every word once, in short cues', () => {
  const cues = ffmpeg(['-i', video, '-map', '0:s', '-f', 'srt', '-']).toString('utf8').trim().split('\n\n')
  const lines = cues.flatMap((cue) => cue.split(/\r?\n/).slice(2))
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(44)
  const said = lines.join(' ').replaceAll(/\([^)]+\) |(?:THE COURT|PROSECUTOR|DEFENSE COUNSEL|JUROR \d+): /g, '')
  expect(said).toBe(spoken.map(({ text }) => text).join(' '))
})

test("the reporter's transcript has each turn at its page and line, 25 lines per page", () => {
  const pages = readFileSync(file('voir-dire.txt'), 'utf8').split('\f')
  const rows = pages.map((page) => page.split('\n').filter((row) => /^[ \d]\d(?: {3}|$)/.test(row)))
  for (const page of rows) expect(page).toHaveLength(25)
  for (const { speaker, text, page, line } of truth.turns) {
    const row = rows[page - 1]?.[line - 1] ?? ''
    expect(row.slice(5).trim()).toContain(speaker ? `${speaker}:  ${text.slice(0, 8)}` : text)
  }
})

test('one answer takes more than three seconds, as the ground truth says', () => {
  const slow = spoken.filter(({ startMs = 0 }, index) => startMs - (spoken[index - 1]?.endMs ?? 0) > 3000)
  expect(slow.map(({ index }) => index)).toEqual(
    truth.findings.filter(({ type }) => type === 'long_pause').map(({ turn }) => turn),
  )
})
