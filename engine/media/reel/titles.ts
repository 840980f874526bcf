import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Canvas } from './canvas.ts'

export type Cue = { startMs: number; endMs: number; text: string }
export type CardLine = { text: string; size: 'large' | 'plain' | 'small' }

/** Font folders on Debian and Ubuntu, on Fedora, and on Arch. */
const fontFolders = ['/usr/share/fonts/truetype/dejavu', '/usr/share/fonts/dejavu-sans-fonts', '/usr/share/fonts/TTF']
export const fontFolder = (): string | null =>
  fontFolders.find((each) => existsSync(join(each, 'DejaVuSans.ttf'))) ?? null

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g
const plain = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(control, ' ')

/** Disables libass commands by escaping braces and adding a word joiner after each backslash. */
export const inertAss = (text: string): string =>
  plain(text).replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('}', '\\}').replaceAll('\n', '\\N')

/** Rounds down so that no caption starts late. */
const assClock = (ms: number): string => {
  const cs = Math.max(0, Math.floor(ms / 10))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(cs / 360_000)}:${two(Math.floor(cs / 6000) % 60)}:${two(Math.floor(cs / 100) % 60)}.${two(cs % 100)}`
}

const sizes: Record<CardLine['size'], number> = { large: 11, plain: 20, small: 28 }

export function writeAss(
  { width, height }: Pick<Canvas, 'width' | 'height'>,
  cards: readonly { fromMs: number; toMs: number; lines: readonly CardLine[] }[],
  cues: readonly Cue[],
): string {
  const unit = Math.min(height, width * 0.75)
  const style = (name: string, size: number, look: string) =>
    `Style: ${name},DejaVu Sans,${Math.round(size)},&H00FFFFFF,&H00FFFFFF,${look}`
  const margin = Math.round(width * 0.06)
  const none = `&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,0,0,5,${margin},${margin},${margin},1`
  const bold = none.replace(',0,0,0,0,', ',-1,0,0,0,')
  // With border style 3, the outline color fills a box behind the text.
  const box = `&H50000000,&H50000000,0,0,0,0,100,100,0,0,3,${Math.round(unit / 120)},0,2,${margin},${margin},${Math.round(height / 18)},1`
  const line = (from: number, to: number, look: string, text: string) =>
    `Dialogue: 0,${assClock(from)},${assClock(to)},${look},,0,0,0,,${text}`
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    style('large', unit / sizes.large, bold),
    style('plain', unit / sizes.plain, none),
    style('small', unit / sizes.small, none),
    style('caption', unit / 20, box),
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cards.map(({ fromMs, toMs, lines }) =>
      line(
        fromMs,
        toMs,
        'plain',
        lines.map(({ text, size }) => `{\\r${size}}${inertAss(shorten(text))}`).join('\\N{\\rsmall} \\N'),
      ),
    ),
    ...cues.map(({ startMs, endMs, text }) => line(startMs, endMs, 'caption', inertAss(text))),
    '',
  ].join('\n')
}

const longestWord = 44
const shorten = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word.length <= longestWord ? word : `${word.slice(0, 26)}…${word.slice(-16)}`))
    .join(' ')

const srtClock = (ms: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)},${String(ms % 1000).padStart(3, '0')}`
}

/**
 * ffmpeg interprets tags and backslash line breaks in SubRip, so this disables both. Cues don't contain blank lines.
 */
export const writeSrt = (cues: readonly Cue[]): string =>
  cues
    .map(({ startMs, endMs, text }, at) => {
      const lines = plain(text)
        .replaceAll('<', '‹')
        .replaceAll('{', '(')
        .replaceAll('\\', '\\\u2060')
        .replaceAll('-->', '→')
        .split('\n')
      const caption = lines.filter((each) => each.trim() !== '').join('\n')
      return `${at + 1}\n${srtClock(Math.round(startMs))} --> ${srtClock(Math.max(Math.round(endMs), Math.round(startMs) + 1))}\n${caption}\n`
    })
    .join('\n')

export const writeChapters = (chapters: readonly { fromMs: number; toMs: number; title: string }[]): string =>
  [
    ';FFMETADATA1',
    ...chapters.flatMap(({ fromMs, toMs, title }) => [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${Math.round(fromMs)}`,
      `END=${Math.round(toMs)}`,
      `title=${plain(title)
        .replaceAll('\n', ' ')
        .replaceAll(/[=;#\\]/g, '\\$&')}`,
    ]),
    '',
  ].join('\n')
