/** Runs PocketSphinx over many stretches at once: in batches, side by side, each batch kept when it is done. */
import { decode, framesPerSecond, type Decoding, type Heard, type Stretch } from './sphinx.ts'
import type { Speech } from './pieces.ts'

/** One batch: long enough that loading the models (0.2 s) costs nothing, short enough that little is lost when killed. */
const batchFrames = 120 * framesPerSecond

export type Work = {
  folder: string
  threads: number
  signal: AbortSignal
  /** Fraction done of what is being listened to, 0 to 1; also called without change while the decoder lives. */
  progress: (fraction: number) => void
}

/** Decodes all stretches; `describe` makes the files a batch needs just before it runs, so that few lie on the disk. */
export async function listen(
  stretches: readonly Stretch[],
  name: string,
  describe: (batch: readonly Stretch[], name: string) => Promise<Decoding>,
  work: Work,
): Promise<Heard[][]> {
  const batches: Stretch[][] = []
  let frames = Infinity
  for (const stretch of stretches) {
    if (frames > batchFrames) {
      batches.push([])
      frames = 0
    }
    batches.at(-1)?.push(stretch)
    frames += stretch.toFrame - stretch.fromFrame
  }
  const results: Heard[][][] = []
  let next = 0
  let done = 0
  // One failing worker stops the others: their results would be thrown away.
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  const alive = () => work.progress(done / Math.max(1, batches.length))
  const worker = async () => {
    for (let at = next++; at < batches.length; at = next++) {
      const batch = batches[at] ?? []
      const batchName = `${name}-${at}`
      try {
        results[at] = await decode(await describe(batch, batchName), batch, {
          folder: work.folder,
          name: batchName,
          signal,
          alive,
        })
      } catch (error) {
        stop.abort(error)
        throw error
      }
      done += 1
      alive()
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, work.threads) }, worker))
  return results.flat()
}

/** Stretches shorter than this have too little sound for the decoder to know the voice; neighbours are joined. */
const leastStretch = 8 * framesPerSecond
const joinWithin = 3 * framesPerSecond
/** Silence that goes along on either side: the detector cuts soft beginnings off. */
const rim = 25

/** Speech regions as stretches to listen to, with a rim, short neighbours joined. */
export function planStretches(speech: readonly Speech[], fromFrame: number, toFrame: number): Stretch[] {
  const stretches: Stretch[] = []
  for (const region of speech) {
    const from = Math.max(fromFrame, region.fromFrame - rim)
    const to = Math.min(toFrame, region.toFrame + rim)
    if (to - from < 5) continue
    const last = stretches.at(-1)
    const isShort = last && last.toFrame - last.fromFrame < leastStretch && from - last.toFrame < joinWithin
    if (last && (isShort || from <= last.toFrame)) last.toFrame = to
    else stretches.push({ fromFrame: from, toFrame: to })
  }
  return stretches
}
