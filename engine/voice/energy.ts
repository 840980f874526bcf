/**
 * A voice detector without a model: loudness against a noise floor that follows the room. It takes a slammed door for
 * speech, which the neural detector does not; it stands in only where that one cannot load.
 */
import type { Span } from '#contract/videos/analysis.ts'
import type { SpeechSettings, Watch } from './silero.ts'
import { sampleRate, type Wav } from './wav.ts'

const frameMs = 20
const frameSamples = (sampleRate * frameMs) / 1000
const blockFrames = 1500
/** The floor and the voices are measured anew every 5 s over the minute around: rooms change with doors and machines. */
const stepFrames = 250
const reachFrames = 1500
/** Under this nothing was recorded: digital silence. */
const silenceDb = -75
/** Speech must rise this far over the floor, and at least this share of the way to the loudest voices. */
const leastRiseDb = 6
const riseShare = 0.35
/** Consonants at the edges of words are softer than the threshold: each region grows by this much. */
const edgeMs = 60

/** Mean power of each 20 ms frame in decibels of full scale. */
async function measureFrames(wav: Wav, { signal, progress }: Watch): Promise<Float32Array> {
  const frames = new Float32Array(Math.ceil(wav.samples / frameSamples))
  for (let first = 0; first < frames.length; first += blockFrames) {
    signal.throwIfAborted()
    const block = await wav.read(first * frameSamples, blockFrames * frameSamples)
    for (let at = 0, frame = first; at < block.length; at += frameSamples, frame += 1) {
      const part = block.subarray(at, at + frameSamples)
      const mean = part.reduce((sum, sample) => sum + sample, 0) / part.length
      const power = part.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / part.length
      frames[frame] = 10 * Math.log10(power / 32_768 ** 2 + 1e-10)
    }
    progress(Math.min(1, (first + blockFrames) / frames.length))
  }
  return frames
}

/** Loudness in decibels above which a frame counts as speech, for each step of 5 s. */
function chooseThresholds(frames: Float32Array): Float32Array {
  const thresholds = new Float32Array(Math.ceil(frames.length / stepFrames))
  for (let step = 0; step < thresholds.length; step += 1) {
    const around = frames
      .slice(Math.max(0, step * stepFrames - reachFrames), (step + 1) * stepFrames + reachFrames)
      .filter((level) => level > silenceDb)
      .sort()
    const floor = around[Math.floor(around.length * 0.1)] ?? silenceDb
    const voices = around[Math.floor(around.length * 0.95)] ?? silenceDb
    thresholds[step] = Math.max(silenceDb, floor + Math.max(leastRiseDb, (voices - floor) * riseShare))
  }
  return thresholds
}

/** Regions of speech in milliseconds, in order, none overlapping. Memory: 4 bytes a frame, 4 MB for six hours. */
export async function detectByEnergy(wav: Wav, settings: SpeechSettings, watch: Watch): Promise<Span[]> {
  const frames = await measureFrames(wav, watch)
  const thresholds = chooseThresholds(frames)
  const loud: Span[] = []
  frames.forEach((level, frame) => {
    if (level <= (thresholds[Math.floor(frame / stepFrames)] ?? 0)) return
    const [startMs, endMs] = [frame * frameMs, (frame + 1) * frameMs]
    const last = loud.at(-1)
    if (last && startMs - last.endMs < settings.minSilenceSeconds * 1000) last.endMs = endMs
    else loud.push({ startMs, endMs })
  })
  return loud
    .filter(({ startMs, endMs }) => endMs - startMs >= settings.minSpeechSeconds * 1000)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(0, startMs - edgeMs),
      endMs: Math.min(wav.durationMs, endMs + edgeMs),
    }))
}
