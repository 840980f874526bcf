/**
 * Auto-sync: the exact words of a transcript get their times from the recording. First the recogniser, which expects
 * this transcript, hears where roughly one is; then each piece is forced word by word. What has no counterpart on the
 * other side is listed, not smeared over.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Span } from '#contract/videos/analysis.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { openWav } from '../voice/wav.ts'
import {
  readScript,
  type Script,
  writeDictionary,
  writeGrammar,
  writeLanguageModel,
  writePositionDictionary,
} from './script.ts'
import { readLexicon } from './lexicon.ts'
import {
  countFrames,
  type Decoding,
  framesPerSecond,
  type Heard,
  listen,
  planStretches,
  type Sphinx,
  type Work,
} from './sphinx.ts'
import { matchWords } from './matching.ts'
import { cutPieces, dropStrays, measureSpeech, type Field, type Piece, type Rift } from './pieces.ts'
import { Placement } from './placement.ts'

/** The recogniser's second and third passes change few words of a text it already knows, at twice the time. */
const listening = ['-fwdflat', 'no', '-bestpath', 'no']
/** Scores of all sounds, not only of those the words allow: otherwise a wrong word looks as good as a right one. Beams wider than usual: the words are given. Wider still costs twice the time and finds the same. */
const forcing = '-compallsen yes -lw 1 -beam 1e-60 -wbeam 1e-45 -pbeam 1e-60'.split(' ')
/** A rift up to this size is settled by one grammar; a larger one is listened to again, with its own words alone. */
const smallTokens = 40
const smallFrames = 20 * framesPerSecond
/** Less speech than this holds no word. */
const wordFrames = 12

/** How folders of finished batches begin. Not `align-`: files of that form are cleared when the stage begins anew. */
export const keptName = 'align_'

/** What was kept for going on after a kill is of no more use once all is placed. */
export async function removeKept(folder: string): Promise<void> {
  const kept = (await readdir(folder)).filter((name) => name.startsWith(keptName))
  for (const name of kept) await rm(join(folder, name), { recursive: true, force: true })
}

const silences = /^(<.*>|\[.*\]|\+\+.*\+\+)$/

export type Aligner = {
  sphinx: Sphinx
  audioPath: string
  regions: readonly Span[]
  turns: readonly Turn[]
  work: Work
}

/** Where every token of the transcript lies in the recording. A second run in the same folder goes on where the first stopped. */
export async function placeWords({
  sphinx,
  audioPath,
  regions,
  turns,
  work,
}: Aligner): Promise<{ script: Script; placement: Placement }> {
  await using wav = await openWav(audioPath)
  const script = readScript(turns, await readLexicon(sphinx.dictionary))
  const { tokens } = script
  const endFrame = countFrames(wav.samples)
  const speech = regions
    .map(({ startMs, endMs }) => ({
      fromFrame: Math.floor(startMs / 10),
      toFrame: Math.min(endFrame, Math.ceil(endMs / 10)),
    }))
    .filter(({ fromFrame, toFrame }) => toFrame > fromFrame)
  const placement = new Placement(script, speech)
  // Kept results of another transcript, or of other speech, must not be read back.
  const key = createHash('sha256')
    .update(JSON.stringify([tokens, [...script.dictionary], speech, listening, forcing]))
    .digest('hex')
  const folder = join(work.folder, `${keptName}${key.slice(0, 12)}`)
  await mkdir(folder, { recursive: true })
  const audio = { path: audioPath, headerBytes: wav.headerBytes }

  /** What the recogniser hears in a field when it expects the words of that field. */
  const hear = async (field: Field, name: string, share: (fraction: number) => void): Promise<Heard[]> => {
    const own = tokens.slice(field.first, field.last)
    const keys = new Set(own.map((token) => token.key))
    const [dictionary, languageModel] = [join(folder, `${name}.dict`), join(folder, `${name}.arpa`)]
    await writeFile(dictionary, writeDictionary(new Map([...script.dictionary].filter(([word]) => keys.has(word)))))
    await writeFile(languageModel, writeLanguageModel(own))
    const decoding: Decoding = { sphinx, audio, dictionary, languageModel, tuning: listening }
    const stretches = planStretches(speech, field.fromFrame, field.toFrame)
    const heard = await listen(stretches, name, () => Promise.resolve(decoding), { ...work, folder, progress: share })
    return heard.flat().filter(({ word }) => !silences.test(word))
  }

  /** Forces the words of each piece on its stretch of the recording. */
  const force = async (pieces: readonly Piece[], name: string, share: (fraction: number) => void): Promise<void> => {
    const stretches = pieces.map((piece) => ({ ...piece, grammar: writeGrammar(tokens, piece) }))
    const results = await listen(
      stretches,
      name,
      async (batch, batchName): Promise<Decoding> => {
        const dictionary = join(folder, `${batchName}.dict`)
        const fromTo = batch.map((stretch) => ({ first: 0, last: 0, ...stretch }))
        await writeFile(dictionary, writePositionDictionary(tokens, fromTo, script.dictionary))
        return { sphinx, audio, dictionary, tuning: forcing }
      },
      { ...work, folder, progress: share },
    )
    for (const [i, piece] of pieces.entries()) placement.place(piece, results[i] ?? [])
  }

  const settle = async (
    field: Field,
    name: string,
    depth: number,
    share: (fraction: number) => void,
  ): Promise<void> => {
    const heard = await hear(field, `${name}-hear`, (fraction) => share(fraction * 0.6))
    const matches = matchWords(
      heard.map(({ word }) => word),
      tokens.slice(field.first, field.last).map((token) => token.key),
    ).map((match) => ({ heard: match.heard, token: match.token + field.first }))
    placement.hint(matches.map((match) => ({ token: match.token, heard: heard[match.heard] })))
    const { pieces, rifts } = cutPieces(field, heard, dropStrays(matches, tokens), speech)
    const large: Rift[] = []
    for (const rift of rifts) {
      const audible = measureSpeech(speech, rift.fromFrame, rift.toFrame)
      if (rift.first === rift.last || audible < wordFrames) placement.part(rift)
      else if (rift.last - rift.first <= smallTokens && rift.toFrame - rift.fromFrame <= smallFrames)
        pieces.push({ ...rift, loose: [{ from: 0, to: rift.last - rift.first }] })
      else large.push(rift)
    }
    await force(pieces, `${name}-force`, (fraction) => share(0.6 + fraction * (large.length > 0 ? 0.25 : 0.4)))
    for (const [i, rift] of large.entries()) {
      const unchanged = rift.last - rift.first > 0.9 * (field.last - field.first)
      if (depth > 1 || (unchanged && depth > 0)) placement.guess(rift)
      else
        await settle(rift, `${name}-${i}`, depth + 1, (fraction) =>
          share(0.85 + (0.15 * (i + fraction)) / large.length),
        )
    }
  }

  await settle({ first: 0, last: tokens.length, fromFrame: 0, toFrame: endFrame }, 'whole', 0, work.progress)
  return { script, placement }
}
