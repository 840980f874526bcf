/** Cuts the recording and the transcript together, at places where both are certain. */
import type { Loose, Token } from './script.ts'
import type { Match } from './matching.ts'
import { framesPerSecond, type Heard, type Speech } from './sphinx.ts'

/** Tokens `first` to `last` (exclusive) lie between these frames. */
export type Piece = { first: number; last: number; fromFrame: number; toFrame: number; loose: Loose[] }

/** A place where transcript and recording part for long: these tokens and this time have not found each other. */
export type Rift = { first: number; last: number; fromFrame: number; toFrame: number }

const seconds = (value: number) => Math.round(value * framesPerSecond)
/** Long enough for the decoder to know the voice, short enough that an error stays local. */
const leastPiece = seconds(6)
/** Past this a piece is cut even where nobody pauses. */
const longPiece = seconds(20)
/** A cut needs this much silence, while the piece is not long. */
const cutSilence = seconds(0.2)
/** Half of a silence, but no more than this, goes along with a piece. */
const margin = seconds(0.5)
/** At a rift somebody else may speak on: only the rim of the last word goes along. */
const riftMargin = seconds(0.05)
/** Speech without words, or words without speech, of this length are a rift and not part of a piece. */
const riftSpeech = seconds(6)
const riftTokens = 40
/** Mean time of a phone in fluent speech. */
export const secondsPerPhone = 0.08

/** Frames of speech between two frames. */
export function measureSpeech(speech: readonly Speech[], fromFrame: number, toFrame: number): number {
  let sum = 0
  for (const region of speech)
    sum += Math.max(0, Math.min(toFrame, region.toFrame) - Math.max(fromFrame, region.fromFrame))
  return sum
}

/** A gap of this many words may be a missing passage, and this many words of its turn may have been heard by chance. */
const passageTokens = 4
const strayTokens = 2

/**
 * Takes back matches that stand alone in a turn at the rim of a missing passage: its first word was heard only because
 * the turn that follows in the recording begins alike.
 */
export function dropStrays(matches: readonly Match[], tokens: readonly Token[]): Match[] {
  const findTurn = (token: number) => tokens[token]?.turn ?? -1
  return matches.filter(({ token }, i) => {
    const [before, after] = [matches[i - 1]?.token ?? -1, matches[i + 1]?.token ?? tokens.length]
    const opens = findTurn(token - strayTokens) !== findTurn(token) && after - token > passageTokens
    const closes = findTurn(token + strayTokens) !== findTurn(token) && token - before > passageTokens
    return !(opens && findTurn(token + 1) === findTurn(token)) && !(closes && findTurn(token - 1) === findTurn(token))
  })
}

type Anchor = { heard: number; token: number; fromFrame: number; toFrame: number }

/** The stretch of recording and transcript that is cut: a whole recording, or a rift in it. */
export type Field = Rift

/** Pieces to be aligned word by word, and the rifts between them. Every token of the field is in exactly one of the two. */
export function cutPieces(
  field: Field,
  heard: readonly Heard[],
  matches: readonly Match[],
  speech: readonly Speech[],
): { pieces: Piece[]; rifts: Rift[] } {
  const anchors = matches.map(({ heard: h, token }): Anchor => ({
    heard: h,
    token,
    fromFrame: heard[h]?.fromFrame ?? 0,
    toFrame: heard[h]?.toFrame ?? 0,
  }))
  // The ends of the field stand as anchors that are no words.
  const before: Anchor = { heard: -1, token: field.first - 1, fromFrame: field.fromFrame, toFrame: field.fromFrame }
  const after: Anchor = { heard: heard.length, token: field.last, fromFrame: field.toFrame, toFrame: field.toFrame }
  const edges = [before, ...anchors, after]
  const pieces: Piece[] = []
  const rifts: Rift[] = []
  let open: Piece | null = null
  const close = (open: Piece, toFrame: number): null => {
    pieces.push({ ...open, toFrame })
    return null
  }
  for (const [i, b] of edges.slice(1).entries()) {
    const a = edges[i]!
    const gap = { first: a.token + 1, last: b.token, fromFrame: a.toFrame, toFrame: b.fromFrame }
    const audible = measureSpeech(speech, gap.fromFrame, gap.toFrame)
    const part = Math.min(margin, Math.floor((gap.toFrame - gap.fromFrame) / 2))
    const rim = Math.min(part, riftMargin)
    const words = gap.last - gap.first
    const isRift = a === before || b === after || audible > riftSpeech || words > riftTokens
    if (isRift) {
      open &&= close(open, gap.fromFrame + rim)
      if (words > 0 || audible > 0) rifts.push(gap)
    } else if (words === 0 && b.heard - a.heard <= 1) {
      if (open && mayCut(open, gap)) open = close(open, gap.fromFrame + part)
    } else open?.loose.push({ from: gap.first - open.first, to: gap.last - open.first })
    const fromFrame = b.fromFrame - (rifts.at(-1)?.last === b.token ? rim : part)
    open ??= { first: b.token, last: b.token, fromFrame, toFrame: 0, loose: [] }
    open.last = b.token + 1
  }
  return { pieces, rifts }
}

/** Whether a piece may end before this gap, in which both sides are silent. */
function mayCut(open: Piece, gap: Rift): boolean {
  const length = gap.fromFrame - open.fromFrame
  return (length > leastPiece && gap.toFrame - gap.fromFrame >= cutSilence) || length > longPiece
}
