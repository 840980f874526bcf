import type { SpeakerRole, TranscriptCut, Turn, Word } from '#contract/videos/transcript.ts'

export type Piece = {
  text: string
  page?: number | null
  line?: number | null
  startMs?: number | null
  endMs?: number | null
  /** Word times from the file. If omitted, times are interpolated across the span. */
  words?: Word[]
}

export type Line = Piece & { afterBlank: boolean }

export type TextTranscript = { turns: Turn[]; warnings: string[]; cuts?: TranscriptCut[] }

export type Draft = { speaker: string | null; role: SpeakerRole; jurorNumber: string | null; pieces: Piece[] }

export const isTimed = (draft: Draft): boolean => typeof draft.pieces[0]?.startMs === 'number'

/** The database rejects null characters and unpaired surrogates. */
export const repairText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

export const splitWords = (text: string): string[] =>
  repairText(text)
    .split(/\s+/)
    .filter((word) => word !== '')

export function finishTurns(drafts: readonly Draft[]): Turn[] {
  const turns: Turn[] = []
  for (const draft of drafts) {
    const pieces = draft.pieces
      .map((piece) => ({ ...piece, tokens: splitWords(piece.text) }))
      .filter((piece) => piece.tokens.length > 0)
    const first = pieces[0]
    if (!first) continue
    const words = pieces.flatMap(timePiece)
    const tokens = pieces.flatMap((piece) => piece.tokens)
    const isTimed = words.length === tokens.length
    const lines = listLines(pieces)
    const cues = isTimed ? listCues(pieces) : []
    turns.push({
      index: turns.length,
      speaker: draft.speaker,
      role: draft.role,
      jurorNumber: draft.jurorNumber,
      text: tokens.join(' '),
      words: isTimed ? words : [],
      startMs: isTimed ? Math.min(...pieces.map((piece) => piece.startMs ?? Infinity)) : null,
      endMs: isTimed ? Math.max(...pieces.map((piece) => piece.endMs ?? 0)) : null,
      page: first.page ?? null,
      line: first.line ?? null,
      ...(lines.length > 0 ? { lines } : {}),
      ...(cues.length > 0 ? { cues } : {}),
    })
  }
  return turns
}

function timePiece(piece: Piece & { tokens: string[] }): Word[] {
  if (piece.words?.length === piece.tokens.length) return piece.words
  if (typeof piece.startMs !== 'number' || typeof piece.endMs !== 'number') return []
  return spreadWords(piece.tokens, piece.startMs, piece.endMs)
}

function listCues(pieces: readonly (Piece & { tokens: string[] })[]): NonNullable<Turn['cues']> {
  const cues: NonNullable<Turn['cues']> = []
  let word = 0
  for (const { startMs, endMs, words, tokens } of pieces) {
    if (typeof startMs === 'number' && typeof endMs === 'number' && words?.length !== tokens.length)
      cues.push({ word, startMs, endMs })
    word += tokens.length
  }
  return cues
}

function listLines(pieces: readonly (Piece & { tokens: string[] })[]): { word: number; page: number; line: number }[] {
  const lines: { word: number; page: number; line: number }[] = []
  let word = 0
  for (const { page, line, tokens } of pieces) {
    const last = lines.at(-1)
    if (typeof page === 'number' && typeof line === 'number' && (last?.page !== page || last.line !== line))
      lines.push({ word, page, line })
    word += tokens.length
  }
  return lines
}

/**
 * Gives each word time in proportion to its number of letters plus one, so even "I" gets enough. Marks all times as
 * estimated.
 */
export function spreadWords(tokens: readonly string[], startMs: number, endMs: number): Word[] {
  const shares = tokens.map((token) => 1 + token.replaceAll(/[^\p{L}\p{N}]/gu, '').length)
  const total = shares.reduce((sum, share) => sum + share, 0)
  let before = 0
  return tokens.map((text, at) => {
    const from = startMs + Math.round(((endMs - startMs) * before) / total)
    before += shares[at] ?? 0
    const to = startMs + Math.round(((endMs - startMs) * before) / total)
    return { text, startMs: from, endMs: to, confidence: null, estimated: true }
  })
}
