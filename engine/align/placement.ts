/** Gathers what each pass found: where tokens lie, which are not in the recording, and what else was said. */
import { measureSpeech, secondsPerPhone, type Piece, type Rift } from './pieces.ts'
import { framesPerSecond, type Heard, type Speech } from './sphinx.ts'
import { isPhoneWord, type Script } from './script.ts'

/** A token's stretch of the recording, in frames. `confidence` is null where its place was interpolated. */
export type Place = { fromFrame: number; toFrame: number; confidence: number | null }

/** Speech of at least this length that the transcript does not say is worth telling. */
const foreignFrames = 1.2 * framesPerSecond
/** A missing word or two are slips of the tongue or the reporter; more of them are a passage. */
const leastMissing = 3
/** Unwritten speech between these multiples of the expected time is taken for the words themselves, said unclearly. */
const likelyRatio = [0.4, 2.5] as const
/** More words than this in a row that no sound confirms are not unclear: they were not said there. */
const mostUnclear = 6
/** So much unwritten speech on both sides sets a run of words apart; one shorter than this may be chance. */
const breakFrames = 0.8 * framesPerSecond
const leastRun = 8
/** A piece of which this share was found is the right one. */
const mostlyFound = 0.7
/** Mean score a frame at which a word is as likely wrong as right, and how fast certainty grows around it. */
const evenScore = -75
const scoreSteepness = 12
/** The recogniser heard the same word in the same place, this close: its doubt is divided. */
const agreeFrames = 15
const agreement = 3

/** 0 to 1 from the mean acoustic score a frame, and whether the free recogniser agrees. */
export function rateWord(score: number, agrees: boolean): number {
  const doubt = 1 / (1 + Math.exp((score - evenScore) / scoreSteepness))
  return 1 - (agrees ? doubt / agreement : doubt)
}

export class Placement {
  readonly places: (Place | 'missing' | undefined)[]
  /** Speech that the transcript does not say, in frames; unordered, neighbours not yet joined. */
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

  /** Where the recogniser heard tokens. */
  hint(found: readonly { token: number; heard: Heard | undefined }[]): void {
    for (const { token, heard } of found) this.#hints[token] = heard
  }

  /** A piece whose words were forced on its stretch; `heard` names tokens by number, and is empty where nothing fitted. */
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
      }
      first = token + 1
      fromFrame = word.toFrame
    }
    this.#settleGap({ first, last: piece.last, fromFrame, toFrame: piece.toFrame }, heard)
  }

  /** Did the recogniser hear this word in this place as well? */
  #agrees(word: Heard): boolean {
    const hint = this.#hints[Number(word.word)]
    return hint !== undefined && Math.abs(hint.fromFrame - word.fromFrame) <= agreeFrames
  }

  /** Drops words that stand alone among foreign speech: with enough of it, any short word fits somewhere. */
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
    // A run at the rim of the piece goes on from a neighbour that was heard, unless the recording ends there.
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

  /** Where nothing fitted, what the recogniser heard still stands, rated as the worst that was found. */
  #recall({ first, last }: Piece): Heard[] {
    return this.#hints
      .slice(first, last)
      .flatMap((hint, i) => (hint ? [{ ...hint, word: String(first + i), score: evenScore - scoreSteepness }] : []))
  }

  /** Tokens that were passed over, and the unwritten speech in their place. */
  #settleGap(gap: Rift, heard: readonly Heard[]): void {
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
    // Phones fit music and doors as well; only where the detector heard a voice are they speech.
    if (start !== undefined && end !== undefined && measureSpeech(this.#speech, start, end) >= foreignFrames)
      this.#addForeign(start, end)
  }

  #addForeign(start: number, end: number): void {
    for (const region of this.#speech) {
      const [fromFrame, toFrame] = [Math.max(start, region.fromFrame), Math.min(end, region.toFrame)]
      if (toFrame > fromFrame) this.foreign.push({ fromFrame, toFrame })
    }
  }

  /** Transcript and recording part here: nothing of the one is in the other. */
  part(rift: Rift): void {
    this.places.fill('missing', rift.first, rift.last)
    this.#addForeign(rift.fromFrame, rift.toFrame)
  }

  /**
   * A rift too large to be settled: its words are spread over its speech where it lies between words that were found,
   * and there is about enough of it. At the ends of a recording nothing says that they belong there.
   */
  guess(rift: Rift): void {
    const isBetween = this.#hints[rift.first - 1] !== undefined && this.#hints[rift.last] !== undefined
    if (!isBetween || !this.#fits(measureSpeech(this.#speech, rift.fromFrame, rift.toFrame), rift.first, rift.last))
      return this.part(rift)
    this.#spread(
      rift,
      this.#speech
        .map((region) => ({
          fromFrame: Math.max(rift.fromFrame, region.fromFrame),
          toFrame: Math.min(rift.toFrame, region.toFrame),
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

  #isWholeTurn({ first, last }: Rift): boolean {
    const { tokens } = this.#script
    const turn = tokens[first]?.turn
    return last > first && tokens[first - 1]?.turn !== turn && tokens[last]?.turn !== turn
  }

  /** Times in proportion to the phones, over the given stretches. */
  #spread({ first, last }: Rift, stretches: readonly Speech[]): void {
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
