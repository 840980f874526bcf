import type { CastId } from './dialogue.ts'
import { cast } from './dialogue.ts'

const color = {
  ground: '#0f1115',
  surface: '#15181e',
  raised: '#1c2027',
  border: '#2a303a',
  text: '#eceef2',
  muted: '#9199a7',
  faint: '#6d7685',
  accent: '#4d69dc',
  accentText: '#9db0ff',
  accentSoft: '#1d2543',
}
const seatNumbers = [2, 3, 5, 7, 9, 12, 14, 16, 18, 21, 24, 27]
const seatsInRow = 6

export const wave = { x: 880, y: 576, width: 320, height: 40, color: color.accent.replace('#', '0x') }

export interface Slide {
  by: CastId | null
  plate: string
}

const text = (x: number, y: number, size: number, fill: string, words: string, extra = '') =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" fill="${fill}" ${extra}>${words}</text>`

const person = (x: number, y: number, size: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${size * 0.27}" fill="${fill}"/>` +
  `<path d="M${x - size / 2} ${y + size * 0.82} a${size / 2} ${size * 0.46} 0 0 1 ${size} 0 z" fill="${fill}"/>`

function place(x: number, y: number, width: number, height: number, label: string, isOn: boolean): string {
  const [fill, stroke, ink] = isOn
    ? [color.accentSoft, color.accent, color.accentText]
    : [color.raised, color.border, color.muted]
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${fill}" stroke="${stroke}" stroke-width="${isOn ? 3 : 1.5}"/>` +
    person(x + 42, y + height / 2 - 11, 40, isOn ? color.accentText : color.faint) +
    text(x + 76, y + height / 2 + 7, 19, ink, label, `font-weight="${isOn ? 'bold' : 'normal'}"`)
  )
}

/** 1280×720 pixels. Leaves the bottom 80 free for captions. */
export function drawSlide({ by, plate }: Slide): string {
  const isOn = (id: CastId) => by === id
  const speaker = by ? cast[by] : null
  const seats = seatNumbers.map((number, index) => {
    const [x, y] = [64 + (index % seatsInRow) * 194, 366 + Math.floor(index / seatsInRow) * 92]
    return place(x, y, 182, 80, `Juror ${number}`, speaker?.jurorNumber === String(number))
  })
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">',
    `<rect width="1280" height="720" fill="${color.ground}"/>`,
    `<rect width="1280" height="56" fill="${color.surface}"/><rect y="56" width="1280" height="1" fill="${color.border}"/>`,
    text(64, 36, 20, color.text, 'Voir dire', 'font-weight="bold"'),
    text(172, 36, 18, color.muted, 'Sample recording, synthetic voices'),
    place(480, 92, 320, 84, 'The Court', isOn('court')),
    place(64, 206, 376, 84, 'Prosecutor', isOn('prosecutor')),
    place(840, 206, 376, 84, 'Defense counsel', isOn('defense')),
    text(64, 346, 15, color.faint, 'PROSPECTIVE JURORS', 'letter-spacing="1.5"'),
    `<rect x="272" y="340" width="944" height="1" fill="${color.border}"/>`,
    ...seats,
    `<rect x="64" y="560" width="1152" height="72" rx="10" fill="${color.surface}" stroke="${color.border}"/>`,
    `<rect x="64" y="560" width="8" height="72" rx="4" fill="${speaker ? color.accent : color.faint}"/>`,
    speaker
      ? text(96, 606, 28, color.text, speaker.caption, 'font-weight="bold"')
      : text(96, 604, 22, color.muted, plate, 'font-style="italic"'),
    '</svg>',
  ].join('\n')
}
