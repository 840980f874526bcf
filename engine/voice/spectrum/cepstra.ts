import { sampleRate, type Wav } from '#engine/voice/wav.ts'

/** Omits coefficient 0, which reflects loudness, not the voice. */
export const dimensions = 20
const hopSamples = sampleRate / 100
const windowSamples = sampleRate / 40
const fftSize = 512
const bands = 32
const lowestHz = 100
const highestHz = 7000
const preemphasis = 0.97

const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700)
const hertz = (melValue: number): number => 700 * (Math.exp(melValue / 1127) - 1)

const hamming = Float64Array.from(
  { length: windowSamples },
  (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (windowSamples - 1)),
)
const [cosines, sines] = [Math.cos, Math.sin].map((wave) =>
  Float64Array.from({ length: fftSize / 2 }, (_, i) => wave((-2 * Math.PI * i) / fftSize)),
) as [Float64Array, Float64Array]

const filters = Array.from({ length: bands }, (_, band) => {
  const [low, high] = [mel(lowestHz), mel(highestHz)]
  const edge = (i: number) => (hertz(low + ((high - low) * i) / (bands + 1)) * fftSize) / sampleRate
  const [from, peak, to] = [edge(band), edge(band + 1), edge(band + 2)]
  const lines: { line: number; weight: number }[] = []
  for (let line = Math.ceil(from); line < to; line += 1)
    lines.push({ line, weight: line <= peak ? (line - from) / (peak - from) : (to - line) / (to - peak) })
  return lines
})
const transform = Array.from({ length: dimensions }, (_, k) =>
  Float64Array.from({ length: bands }, (_, band) => Math.cos((Math.PI * (k + 1) * (band + 0.5)) / bands)),
)

function transformFourier(re: Float64Array, im: Float64Array): void {
  for (let i = 1, j = 0; i < fftSize; i += 1) {
    let bit = fftSize >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) [re[i], re[j]] = [re[j]!, re[i]!]
  }
  for (let size = 2; size <= fftSize; size *= 2) {
    const [half, step] = [size / 2, fftSize / size]
    for (let start = 0; start < fftSize; start += size)
      for (let k = 0; k < half; k += 1) {
        const [a, b] = [start + k, start + k + half]
        const [c, s] = [cosines[k * step]!, sines[k * step]!]
        const [tr, ti] = [re[b]! * c - im[b]! * s, re[b]! * s + im[b]! * c]
        re[b] = re[a]! - tr
        im[b] = im[a]! - ti
        re[a]! += tr
        im[a]! += ti
      }
  }
}

/** Returns 10 ms frames with `dimensions` numbers each. */
export async function readCepstra(wav: Wav, startMs: number, endMs: number): Promise<Float32Array> {
  const from = Math.round((startMs * sampleRate) / 1000)
  const samples = await wav.read(from, Math.round(((endMs - startMs) * sampleRate) / 1000))
  const frames = Math.max(0, Math.floor((samples.length - windowSamples) / hopSamples) + 1)
  const values = new Float32Array(frames * dimensions)
  const [re, im, loudness] = [new Float64Array(fftSize), new Float64Array(fftSize), new Float64Array(bands)]
  for (let frame = 0; frame < frames; frame += 1) {
    re.fill(0)
    im.fill(0)
    const at = frame * hopSamples
    for (let i = 0; i < windowSamples; i += 1)
      re[i] = (samples[at + i]! - preemphasis * (samples[at + i - 1] ?? samples[at + i]!)) * hamming[i]!
    transformFourier(re, im)
    for (const [band, lines] of filters.entries()) {
      let power = 0
      for (const { line, weight } of lines) power += weight * (re[line]! ** 2 + im[line]! ** 2)
      loudness[band] = Math.log(power + 1)
    }
    for (let k = 0; k < dimensions; k += 1) {
      let value = 0
      for (let band = 0; band < bands; band += 1) value += transform[k]![band]! * loudness[band]!
      values[frame * dimensions + k] = value
    }
  }
  return values
}
