import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Span } from '#contract/videos/analysis.ts'
import type { Turn, Word } from '#contract/videos/transcript.ts'
import { openWav } from '../voice/wav.ts'
import { type Aligner, checkpointPrefix } from './align.ts'
import { spreadWords } from './estimate.ts'
import { readScript, type Script, type Token, writeGrammar, writePositionDictionary } from './script.ts'
import { readLexicon } from './lexicon.ts'
import { countFrames, type Decoding, framesPerSecond, type Heard, listen, type Speech } from './sphinx.ts'
import { measureSpeech, type Piece } from './pieces.ts'
import { rateWord } from './placement.ts'

/** On the sample recording, it's just as accurate and twice as fast to score only the phones in the words. */
const forcing = '-lw 1 -beam 1e-60 -wbeam 1e-45 -pbeam 1e-60'.split(' ')
const marginFrames = 0.6 * framesPerSecond
const joinMs = 300
const longestMs = 12_000
const wordFrames = 12
const leastConfidence = 0.2
/**
 * A caption matches if at least this fraction of its words is heard. The value is low because captions often shorten
 * what was said.
 */
const captionShare = 0.4
const groupFrames = 20 * 60 * framesPerSecond

type Stretch = { first: number; last: number; startMs: number; endMs: number }

function listStretches(turns: readonly Turn[], tokens: readonly Token[]): Stretch[] {
  const stretches: Stretch[] = []
  let token = 0
  for (const [index, { cues = [], words }] of turns.entries())
    for (const [at, cue] of cues.entries()) {
      const toWord = cues[at + 1]?.word ?? words.length
      const before = (each: Token | undefined, word: number) =>
        each !== undefined && (each.turn < index || (each.turn === index && each.word < word))
      while (before(tokens[token], cue.word)) token += 1
      const first = token
      while (before(tokens[token], toWord)) token += 1
      if (token === first) continue
      const last = stretches.at(-1)
      const isNext = last?.last === first && cue.startMs - last.endMs <= joinMs && cue.startMs >= last.startMs
      if (last && isNext && cue.endMs - last.startMs <= longestMs)
        Object.assign(last, { last: token, endMs: Math.max(last.endMs, cue.endMs) })
      else stretches.push({ first, last: token, startMs: cue.startMs, endMs: cue.endMs })
    }
  return stretches
}

function planPieces(stretches: readonly Stretch[], speech: readonly Speech[], endFrame: number): Piece[] {
  return stretches.flatMap(({ first, last, startMs, endMs }) => {
    const fromFrame = Math.max(0, Math.floor(startMs / 10) - marginFrames)
    const toFrame = Math.min(endFrame, Math.ceil(endMs / 10) + marginFrames)
    if (measureSpeech(speech, fromFrame, toFrame) < wordFrames) return []
    const count = last - first
    const loose = [
      { from: 0, to: 0 },
      { from: count, to: count },
    ]
    return [{ first, last, fromFrame, toFrame, loose }]
  })
}

function acceptMatches(
  piece: Piece,
  heard: readonly Heard[],
  share: number,
): [number, Heard & { confidence: number }][] {
  const rated = heard
    .filter(({ word }) => /^\d+$/.test(word))
    .map((each) => ({ ...each, confidence: rateWord(each.score, false) }))
    .filter(({ confidence }) => confidence >= leastConfidence)
  if (rated.length < share * (piece.last - piece.first)) return []
  return rated.map((each) => [Number(each.word), each])
}

/**
 * Leaves a segment unchanged if the fraction of its words that were heard is below `share`. `found` is how many were
 * heard.
 */
export async function placeCueWords({
  sphinx,
  audioPath,
  regions,
  turns,
  work,
  share = captionShare,
}: Aligner & { share?: number }): Promise<{ turns: Turn[]; words: number; found: number }> {
  await using wav = await openWav(audioPath)
  const cued = turns.map((turn) => (turn.cues ? turn : { ...turn, role: 'note' as const }))
  const script = readScript(cued, await readLexicon(sphinx.dictionary))
  const { tokens } = script
  const speech = toFrames(regions)
  const pieces = planPieces(listStretches(cued, tokens), speech, countFrames(wav.samples))
  const key = createHash('sha256')
    .update(JSON.stringify([tokens, [...script.dictionary], pieces, forcing]))
    .digest('hex')
  const folder = join(work.folder, `${checkpointPrefix}cues-${key.slice(0, 12)}`)
  await mkdir(folder, { recursive: true })
  const describe = async (batch: readonly object[], name: string): Promise<Decoding> => {
    const dictionary = join(folder, `${name}.dict`)
    await writeFile(dictionary, writePositionDictionary(tokens, batch as readonly Piece[], script.dictionary))
    return { sphinx, audio: { path: audioPath, headerBytes: wav.headerBytes }, dictionary, tuning: forcing }
  }
  const found = new Map<number, Heard & { confidence: number }>()
  let done = 0
  for (const [at, group] of groupPieces(pieces).entries()) {
    const stretches = group.map((piece) => ({ ...piece, grammar: writeGrammar(tokens, piece) }))
    const progress = (fraction: number) => work.progress((done + fraction * group.length) / pieces.length)
    const results = await listen(stretches, `cues-${at}`, describe, { ...work, folder, progress })
    for (const [i, piece] of group.entries())
      for (const [token, heard] of acceptMatches(piece, results[i] ?? [], share)) found.set(token, heard)
    done += group.length
  }
  return { turns: timeTurns(turns, script, found), words: tokens.length, found: found.size }
}

const toFrames = (regions: readonly Span[]): Speech[] =>
  regions.map(({ startMs, endMs }) => ({ fromFrame: Math.floor(startMs / 10), toFrame: Math.ceil(endMs / 10) }))

function groupPieces(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  let frames = Infinity
  for (const piece of pieces) {
    if (frames > groupFrames) {
      groups.push([])
      frames = 0
    }
    groups.at(-1)?.push(piece)
    frames += piece.toFrame - piece.fromFrame
  }
  return groups
}

function timeTurns(
  turns: readonly Turn[],
  { tokens }: Script,
  found: ReadonlyMap<number, Heard & { confidence: number }>,
): Turn[] {
  const byTurn = new Map<number, Map<number, Heard & { confidence: number }>>()
  for (const [at, token] of tokens.entries()) {
    const heard = found.get(at)
    if (!heard) continue
    const own = byTurn.get(token.turn) ?? new Map<number, Heard & { confidence: number }>()
    byTurn.set(token.turn, own.set(token.word, heard))
  }
  return turns.map(({ cues: _cues, ...turn }, index) => {
    const heard = byTurn.get(index)
    if (!heard) return turn
    const words = turn.words.map((word, at): Word => {
      const place = heard.get(at)
      if (!place) return word
      const { fromFrame, toFrame, confidence } = place
      return { text: word.text, startMs: fromFrame * 10, endMs: toFrame * 10, confidence, estimated: false }
    })
    const ordered = orderWords(words)
    return {
      ...turn,
      words: ordered,
      startMs: ordered[0]?.startMs ?? turn.startMs,
      endMs: Math.max(...ordered.map(({ endMs }) => endMs)),
    }
  })
}

/** If segments overlap, words can be returned out of order. */
function orderWords(words: readonly Word[]): Word[] {
  const ordered: Word[] = []
  for (let at = 0; at < words.length;) {
    const word = words[at]
    if (!word) break
    const reachedMs = ordered.at(-1)?.endMs ?? 0
    if (!word.estimated) {
      const startMs = Math.max(word.startMs, reachedMs)
      ordered.push({ ...word, startMs, endMs: Math.max(word.endMs, startMs) })
      at += 1
      continue
    }
    let to = at
    while (words[to]?.estimated === true) to += 1
    const run = words.slice(at, to)
    const startMs = Math.max(reachedMs, Math.min(run[0]?.startMs ?? 0, words[to]?.startMs ?? Infinity))
    const endMs = Math.max(startMs, Math.min(run.at(-1)?.endMs ?? 0, words[to]?.startMs ?? Infinity))
    const isFree = startMs === run[0]?.startMs && endMs === run.at(-1)?.endMs
    ordered.push(
      ...(isFree
        ? run
        : spreadWords(
            run.map(({ text }) => text),
            [{ startMs, endMs }],
          )),
    )
    at = to
  }
  return ordered
}
