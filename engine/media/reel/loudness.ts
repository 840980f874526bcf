import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '../ffmpeg.ts'
import type { Sized } from './work.ts'

/** This level is for speech on loudspeakers. Web video uses -14 to -16, and broadcast uses -23. */
const targetLufs = -18
const mostGainDb = 24
/** The absolute gate in EBU R128. */
const silentLufs = -70

/** Fills gaps with silence so the audio stays on the container's clock. */
export const evenSound = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo'

/** Returns integrated loudness in LUFS (EBU R128). Returns null if there is no audio or it's silent. */
export async function measureLoudness(clip: Sized, folder: string, signal: AbortSignal): Promise<number | null> {
  const { tracks, beginMs, endMs, inputKey } = clip
  if (tracks.audio === null) return null
  const key = createHash('sha256')
    .update(JSON.stringify([inputKey, beginMs, endMs]))
    .digest('hex')
    .slice(0, 32)
  const kept = join(folder, `loudness-${key}.txt`)
  const known = await readFile(kept, 'utf8').catch(() => null)
  if (known !== null) return findLast(known)
  const part = `part-loudness-${key}.txt`
  await rm(join(folder, part), { force: true })
  const length = ((endMs - beginMs) / 1000).toFixed(6)
  await runFfmpeg({
    inputs: [{ path: clip.input, options: ['-vn', '-sn', '-dn', '-ss', (beginMs / 1000).toFixed(6), '-t', length] }],
    output: {
      path: null,
      options: [
        ['-map', `0:${tracks.audio.streamIndex}`],
        ['-af', `${evenSound},ebur128=metadata=1,ametadata=mode=print:key=lavfi.r128.I:file=${part}`],
      ].flat(),
    },
    doing: 'The audio level of a clip could not be measured',
    signal,
    folder,
    limits: { memoryMiB: 512, totalSeconds: 600 + (endMs - beginMs) / 1000 },
  })
  const written = await readFile(join(folder, part), 'utf8').catch(() => '')
  await writeFile(join(folder, part), written.split('\n').filter(Boolean).at(-1) ?? '')
  await rename(join(folder, part), kept)
  return findLast(await readFile(kept, 'utf8'))
}

function findLast(line: string): number | null {
  const lufs = Number(/lavfi\.r128\.I=(-?[\d.]+)/.exec(line)?.[1] ?? Number.NaN)
  return Number.isFinite(lufs) && lufs > silentLufs ? lufs : null
}

export type Gain = { gainDb: number | null; loudness: number | null }

/** Uses the same gain for all clips of an original, so speakers keep their relative loudness. */
export function chooseGains(clips: readonly Sized[], measured: readonly (number | null)[]): Gain[] {
  const energy = new Map<string, { sum: number; ms: number }>()
  for (const [at, clip] of clips.entries()) {
    const lufs = measured[at]
    if (lufs === null || lufs === undefined) continue
    const so = energy.get(clip.inputKey) ?? { sum: 0, ms: 0 }
    const ms = clip.endMs - clip.beginMs
    energy.set(clip.inputKey, { sum: so.sum + ms * 10 ** (lufs / 10), ms: so.ms + ms })
  }
  return clips.map(({ inputKey, tracks }) => {
    const of = energy.get(inputKey)
    if (!of || tracks.audio === null) return { gainDb: null, loudness: null }
    const loudness = round(10 * Math.log10(of.sum / of.ms))
    return { loudness, gainDb: round(Math.max(-mostGainDb, Math.min(mostGainDb, targetLufs - loudness))) }
  })
}

const round = (decibels: number): number => Math.round(decibels * 10) / 10
