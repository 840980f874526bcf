import type { Loose, Token } from './script.ts'
import type { Match } from './matching.ts'
import { framesPerSecond, type Heard, type Speech } from './sphinx.ts'

/** `last` is exclusive. */
export type Piece = { first: number; last: number; fromFrame: number; toFrame: number; loose: Loose[] }

export type Mismatch = { first: number; last: number; fromFrame: number; toFrame: number }

const seconds = (value: number) => Math.round(value * framesPerSecond)
const leastPiece = seconds(6)
const longPiece = seconds(20)
const cutSilence = seconds(0.2)
const margin = seconds(0.5)
/** Speech at a mismatch may belong to another speaker, so little audio is kept after the last matched word. */
const mismatchMargin = seconds(0.05)
const mismatchSpeech = seconds(6)
const mismatchTokens = 40
export const secondsPerPhone = 0.08

export function measureSpeech(speech: readonly Speech[], fromFrame: number, toFrame: number): number {
  let sum = 0
  for (const region of speech)
    sum += Math.max(0, Math.min(toFrame, region.toFrame) - Math.max(fromFrame, region.fromFrame))
  return sum
}

const passageTokens = 4
const strayTokens = 2

/** Drops isolated matches next to a missing passage. They happen when two turns start with the same words. */
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

export type Field = Mismatch

export function cutPieces(
  field: Field,
  heard: readonly Heard[],
  matches: readonly Match[],
  speech: readonly Speech[],
): { pieces: Piece[]; mismatches: Mismatch[] } {
  const anchors = matches.map(({ heard: h, token }): Anchor => ({
    heard: h,
    token,
    fromFrame: heard[h]?.fromFrame ?? 0,
    toFrame: heard[h]?.toFrame ?? 0,
  }))
  const before: Anchor = { heard: -1, token: field.first - 1, fromFrame: field.fromFrame, toFrame: field.fromFrame }
  const after: Anchor = { heard: heard.length, token: field.last, fromFrame: field.toFrame, toFrame: field.toFrame }
  const edges = [before, ...anchors, after]
  const pieces: Piece[] = []
  const mismatches: Mismatch[] = []
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
    const rim = Math.min(part, mismatchMargin)
    const words = gap.last - gap.first
    const isMismatch = a === before || b === after || audible > mismatchSpeech || words > mismatchTokens
    if (isMismatch) {
      open &&= close(open, gap.fromFrame + rim)
      if (words > 0 || audible > 0) mismatches.push(gap)
    } else if (words === 0 && b.heard - a.heard <= 1) {
      if (open && mayCut(open, gap)) open = close(open, gap.fromFrame + part)
    } else open?.loose.push({ from: gap.first - open.first, to: gap.last - open.first })
    const fromFrame = b.fromFrame - (mismatches.at(-1)?.last === b.token ? rim : part)
    open ??= { first: b.token, last: b.token, fromFrame, toFrame: 0, loose: [] }
    open.last = b.token + 1
  }
  return { pieces, mismatches }
}

function mayCut(open: Piece, gap: Mismatch): boolean {
  const length = gap.fromFrame - open.fromFrame
  return (length > leastPiece && gap.toFrame - gap.fromFrame >= cutSilence) || length > longPiece
}
