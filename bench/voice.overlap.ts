import { readFile, writeFile } from 'node:fs/promises'
import type { Span } from '#contract/videos/analysis.ts'
import { joinSpans, getTotalMs, overlapsWithin } from '#contract/speakers/spans.ts'
import { encodeWav, sampleRate } from '#engine/voice/wav.ts'
import type { Labeled } from './diarization.error.ts'

const headerBytes = 44
const cutShare = 0.35
const latchedShare = 0.2
const [leastMs, mostMs] = [500, 3000]

export async function writeOverlapped(wav: string, truth: readonly Labeled[], to: string): Promise<Labeled[]> {
  const bytes = await readFile(wav)
  const from = new Int16Array(bytes.buffer.slice(bytes.byteOffset + headerBytes, bytes.byteOffset + bytes.length))
  const samples = new Int16Array(from.length)
  let state = 3
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const moved: Labeled[] = []
  const toSample = (ms: number) => Math.round((ms * sampleRate) / 1000)
  for (const [i, turn] of truth.entries()) {
    const [before, last] = [truth[i - 1], moved.at(-1)]
    const length = turn.endMs - turn.startMs
    let startMs = turn.startMs
    if (before && last) {
      const lot = before.voice === turn.voice ? 1 : random()
      const wanted = leastMs + random() * (mostMs - leastMs)
      const shared = Math.min(wanted, length / 2, (last.endMs - last.startMs) / 2)
      const gap = lot < cutShare ? -shared : lot < cutShare + latchedShare ? 0 : turn.startMs - before.endMs
      startMs = Math.round(last.endMs + gap)
    }
    const [at, source] = [toSample(startMs), toSample(turn.startMs)]
    for (let k = 0; k < toSample(length); k += 1) {
      const sum = (samples[at + k] ?? 0) + (from[source + k] ?? 0)
      samples[at + k] = Math.max(-32_768, Math.min(32_767, sum))
    }
    moved.push({ voice: turn.voice, startMs, endMs: startMs + length })
  }
  await writeFile(to, encodeWav(samples.subarray(0, toSample((moved.at(-1)?.endMs ?? 0) + 500))))
  return moved
}

export function measureMarks(truth: readonly Labeled[], marked: readonly Span[], turns: readonly Span[]) {
  const shared = joinSpans(
    truth.flatMap((one, i) =>
      truth
        .slice(i + 1)
        .map((other) => ({
          startMs: Math.max(one.startMs, other.startMs),
          endMs: Math.min(one.endMs, other.endMs),
        }))
        .filter(({ startMs, endMs }) => endMs > startMs),
    ),
    0,
  )
  const within = (spans: readonly Span[]) =>
    getTotalMs(joinSpans(spans, 0).flatMap((span) => overlapsWithin(span, shared)))
  return {
    sharedMs: getTotalMs(shared),
    foundMs: within(marked),
    inventedMs: getTotalMs(joinSpans(marked, 0)) - within(marked),
    givenMs: within(turns),
  }
}
