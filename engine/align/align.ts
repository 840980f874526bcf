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
import { cutPieces, dropStrays, measureSpeech, type Field, type Piece, type Mismatch } from './pieces.ts'
import { Placement } from './placement.ts'

/** PocketSphinx's second and third passes double the run time but change few words when the text is known. */
const listening = ['-fwdflat', 'no', '-bestpath', 'no']
/** Scores words against all phones. Otherwise, wrong words would score as high as correct ones. */
const forcing = '-compallsen yes -lw 1 -beam 1e-60 -wbeam 1e-45 -pbeam 1e-60'.split(' ')
const smallTokens = 40
const smallFrames = 20 * framesPerSecond
const wordFrames = 12

/** Files that start with `align-` are deleted when the stage restarts, so this prefix is different. */
export const checkpointPrefix = 'align_'

export async function removeCheckpoints(folder: string): Promise<void> {
  const kept = (await readdir(folder)).filter((name) => name.startsWith(checkpointPrefix))
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
  // The key prevents reuse of checkpoints from a different transcript or recording.
  const key = createHash('sha256')
    .update(JSON.stringify([tokens, [...script.dictionary], speech, listening, forcing]))
    .digest('hex')
  const folder = join(work.folder, `${checkpointPrefix}${key.slice(0, 12)}`)
  await mkdir(folder, { recursive: true })
  const audio = { path: audioPath, headerBytes: wav.headerBytes }

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
    const { pieces, mismatches } = cutPieces(field, heard, dropStrays(matches, tokens), speech)
    const large: Mismatch[] = []
    for (const mismatch of mismatches) {
      const audible = measureSpeech(speech, mismatch.fromFrame, mismatch.toFrame)
      if (mismatch.first === mismatch.last || audible < wordFrames) placement.part(mismatch)
      else if (mismatch.last - mismatch.first <= smallTokens && mismatch.toFrame - mismatch.fromFrame <= smallFrames)
        pieces.push({ ...mismatch, loose: [{ from: 0, to: mismatch.last - mismatch.first }] })
      else large.push(mismatch)
    }
    await force(pieces, `${name}-force`, (fraction) => share(0.6 + fraction * (large.length > 0 ? 0.25 : 0.4)))
    for (const [i, mismatch] of large.entries()) {
      const unchanged = mismatch.last - mismatch.first > 0.9 * (field.last - field.first)
      if (depth > 1 || (unchanged && depth > 0)) placement.guess(mismatch)
      else
        await settle(mismatch, `${name}-${i}`, depth + 1, (fraction) =>
          share(0.85 + (0.15 * (i + fraction)) / large.length),
        )
    }
  }

  await settle({ first: 0, last: tokens.length, fromFrame: 0, toFrame: endFrame }, 'whole', 0, work.progress)
  return { script, placement }
}
