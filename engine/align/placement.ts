import { measureSpeech, secondsPerPhone, type Piece, type Mismatch } from './pieces.ts'
import { framesPerSecond, type Heard, type Speech } from './sphinx.ts'
import { isPhoneWord, type Script } from './script.ts'

/** A position in frames. `confidence` is null if the position was interpolated. */
export type Place = { fromFrame: number; toFrame: number; confidence: number | null; score?: number }

const foreignFrames = 1.2 * framesPerSecond
const leastMissing = 3
/** Unmatched speech counts as unclear words if its length divided by the expected time is in this range. */
const likelyRatio = [0.4, 2.5] as const
const mostUnclear = 6
const breakFrames = 0.8 * framesPerSecond
const leastRun = 8
const mostlyFound = 0.7
/** The mean score per frame at which a word is equally likely to be right or wrong, and the slope at that point. */
const evenScore = -75
const scoreSteepness = 12
const agreeFrames = 15
const agreement = 3

export function rateWord(score: number, agrees: boolean): number {
  const doubt = 1 / (1 + Math.exp((score - evenScore) / scoreSteepness))
  return 1 - (agrees ? doubt / agreement : doubt)
}

export class Placement {
  readonly places: (Place | 'missing' | undefined)[]
  readonly foreign: Speech[] = []
  readonly #hints: (Heard | undefined)[]
  readonly #script: Script
  readonly #speech: readonly Speech[]

  constructor(script: Script, speech: readonly Speech[]) {
    this.#script = script
    this.#speech = speech
    this.places = script.tokens.map(() => undefined)
    this.#hints = script.tokens.map(() => undefined)
  }

  hint(found: readonly { token: number; heard: Heard | undefined }[]): void {
    for (const { token, heard } of found) this.#hints[token] = heard
  }

  place(piece: Piece, heard: readonly Heard[]): void {
    const words = heard.filter(({ word }) => /^\d+$/.test(word))
    const found: Heard[] = words.length > 0 ? this.#dropChance(piece, words, heard) : this.#recall(piece)
    let first = piece.first
    let fromFrame = piece.fromFrame
    for (const word of found) {
      const token = Number(word.word)
      this.#settleGap({ first, last: token, fromFrame, toFrame: word.fromFrame }, heard)
      const hint = this.#hints[token]
      const agrees = hint !== undefined && Math.abs(hint.fromFrame - word.fromFrame) <= agreeFrames
      this.places[token] = {
        fromFrame: word.fromFrame,
        toFrame: word.toFrame,
        confidence: rateWord(word.score, agrees),
        score: word.score,
      }
      first = token + 1
      fromFrame = word.toFrame
    }
    this.#settleGap({ first, last: piece.last, fromFrame, toFrame: piece.toFrame }, heard)
  }

  #agrees(word: Heard): boolean {
    const hint = this.#hints[Number(word.word)]
    return hint !== undefined && Math.abs(hint.fromFrame - word.fromFrame) <= agreeFrames
  }

  /** Drops isolated words in speech that's missing from the transcript, because short words match almost anywhere. */
  #dropChance(piece: Piece, words: readonly Heard[], heard: readonly Heard[]): Heard[] {
    if (words.length >= mostlyFound * (piece.last - piece.first)) return [...words]
    const other = heard.filter(({ word }) => isPhoneWord(word))
    const isBreak = (first: number, last: number, fromFrame: number, toFrame: number) =>
      last - first >= leastMissing ||
      other.reduce(
        (sum, phone) =>
          sum + (phone.fromFrame >= fromFrame && phone.toFrame <= toFrame ? phone.toFrame - phone.fromFrame : 0),
        0,
      ) >= breakFrames
    const runs: Heard[][] = []
    let [token, frame] = [piece.first, piece.fromFrame]
    // A run at the edge of a piece continues in the adjacent piece, except at the start or end of the recording.
    const breaks: boolean[] = []
    for (const word of words) {
      const atEdge = runs.length === 0 && this.#hints[piece.first - 1] === undefined
      const parted = atEdge || isBreak(token, Number(word.word), frame, word.fromFrame)
      if (parted || runs.length === 0) {
        runs.push([])
        breaks.push(parted)
      }
      runs.at(-1)?.push(word)
      token = Number(word.word) + 1
      frame = word.toFrame
    }
    breaks.push(this.#hints[piece.last] === undefined || isBreak(token, piece.last, frame, piece.toFrame))
    return runs
      .filter(
        (run, i) => !(breaks[i] && breaks[i + 1]) || run.length >= leastRun || run.some((word) => this.#agrees(word)),
      )
      .flat()
  }

  #recall({ first, last }: Piece): Heard[] {
    return this.#hints
      .slice(first, last)
      .flatMap((hint, i) => (hint ? [{ ...hint, word: String(first + i), score: evenScore - scoreSteepness }] : []))
  }

  #settleGap(gap: Mismatch, heard: readonly Heard[]): void {
    const other = heard.filter(
      ({ word, fromFrame, toFrame }) => isPhoneWord(word) && fromFrame >= gap.fromFrame && toFrame <= gap.toFrame,
    )
    const frames = other.reduce((sum, { fromFrame, toFrame }) => sum + toFrame - fromFrame, 0)
    const [start, end] = [other[0]?.fromFrame, other.at(-1)?.toFrame]
    const count = gap.last - gap.first
    if (
      count > 0 &&
      count <= mostUnclear &&
      start !== undefined &&
      end !== undefined &&
      this.#fits(frames, gap.first, gap.last)
    )
      return this.#spread(gap, [{ fromFrame: start, toFrame: end }])
    if (count >= leastMissing || this.#isWholeTurn(gap)) this.places.fill('missing', gap.first, gap.last)
    // Music and noise also match phones, so count only detected speech.
    if (start !== undefined && end !== undefined && measureSpeech(this.#speech, start, end) >= foreignFrames)
      this.#addForeign(start, end)
  }

  #addForeign(start: number, end: number): void {
    for (const region of this.#speech) {
      const [fromFrame, toFrame] = [Math.max(start, region.fromFrame), Math.min(end, region.toFrame)]
      if (toFrame > fromFrame) this.foreign.push({ fromFrame, toFrame })
    }
  }

  part(mismatch: Mismatch): void {
    this.places.fill('missing', mismatch.first, mismatch.last)
    this.#addForeign(mismatch.fromFrame, mismatch.toFrame)
  }

  guess(mismatch: Mismatch): void {
    const isBetween = this.#hints[mismatch.first - 1] !== undefined && this.#hints[mismatch.last] !== undefined
    if (
      !isBetween ||
      !this.#fits(measureSpeech(this.#speech, mismatch.fromFrame, mismatch.toFrame), mismatch.first, mismatch.last)
    )
      return this.part(mismatch)
    this.#spread(
      mismatch,
      this.#speech
        .map((region) => ({
          fromFrame: Math.max(mismatch.fromFrame, region.fromFrame),
          toFrame: Math.min(mismatch.toFrame, region.toFrame),
        }))
        .filter(({ fromFrame, toFrame }) => toFrame > fromFrame),
    )
  }

  #phones(first: number, last: number): number {
    return this.#script.tokens.slice(first, last).reduce((sum, token) => sum + token.phones, 0)
  }

  #fits(frames: number, first: number, last: number): boolean {
    const ratio = frames / (this.#phones(first, last) * secondsPerPhone * framesPerSecond)
    return ratio >= likelyRatio[0] && ratio <= likelyRatio[1]
  }

  #isWholeTurn({ first, last }: Mismatch): boolean {
    const { tokens } = this.#script
    const turn = tokens[first]?.turn
    return last > first && tokens[first - 1]?.turn !== turn && tokens[last]?.turn !== turn
  }

  #spread({ first, last }: Mismatch, stretches: readonly Speech[]): void {
    const total = stretches.reduce((sum, { fromFrame, toFrame }) => sum + toFrame - fromFrame, 0)
    const all = this.#phones(first, last)
    const clock = (said: number) => {
      let left = (said / all) * total
      for (const { fromFrame, toFrame } of stretches) {
        if (left < toFrame - fromFrame) return { frame: Math.round(fromFrame + left), end: toFrame }
        left -= toFrame - fromFrame
      }
      const end = stretches.at(-1)?.toFrame ?? 0
      return { frame: end, end }
    }
    let said = 0
    for (let token = first; token < last; token += 1) {
      const from = clock(said)
      said += this.#script.tokens[token]?.phones ?? 0
      this.places[token] = { fromFrame: from.frame, toFrame: Math.min(clock(said).frame, from.end), confidence: null }
    }
  }
}
