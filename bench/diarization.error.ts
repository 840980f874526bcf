export type Labeled = { startMs: number; endMs: number; voice: string }

/** Speech this close to a true speaker change isn't scored, because manual references are imprecise there. */
const collarMs = 250
const frameMs = 10

export function readRttm(text: string): Labeled[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, , , start = '', length = '', , , voice = ''] = line.split(/\s+/)
      const startMs = Math.round(Number(start) * 1000)
      return { startMs, endMs: startMs + Math.round(Number(length) * 1000), voice }
    })
}

/** Returns fractions of speech time. If `byName` is false, voices are paired for the lowest error. */
export function measureError(truth: readonly Labeled[], turns: readonly Labeled[], byName: boolean) {
  const frames = Math.ceil(Math.max(...[...truth, ...turns].map(({ endMs }) => endMs)) / frameMs)
  const speakers = [...new Set(truth.map(({ voice }) => voice))]
  const voices = [...new Set(turns.map(({ voice }) => voice))]
  const judged = new Uint8Array(frames).fill(1)
  for (const { startMs, endMs } of truth)
    for (const edge of [startMs, endMs])
      judged.fill(0, Math.max(0, (edge - collarMs) / frameMs), (edge + collarMs) / frameMs)
  const paint = (list: readonly Labeled[], labels: readonly string[]) => {
    const line = new Int16Array(frames).fill(-1)
    for (const { startMs, endMs, voice } of list)
      line.fill(labels.indexOf(voice), Math.round(startMs / frameMs), Math.round(endMs / frameMs))
    return line
  }
  const [said, heard] = [paint(truth, speakers), paint(turns, voices)]
  const shared = speakers.map(() => voices.map(() => 0))
  let [spoken, missed, invented, both] = [0, 0, 0, 0]
  for (let frame = 0; frame < frames; frame += 1) {
    if (judged[frame] !== 1) continue
    const [speaker, voice] = [said[frame] ?? -1, heard[frame] ?? -1]
    if (speaker >= 0) spoken += 1
    if (speaker >= 0 && voice < 0) missed += 1
    if (speaker < 0 && voice >= 0) invented += 1
    const row = shared[speaker]
    if (row && voice >= 0) {
      both += 1
      row[voice] = (row[voice] ?? 0) + 1
    }
  }
  const right = byName
    ? speakers.reduce((sum, name, s) => sum + (shared[s]?.[voices.indexOf(name)] ?? 0), 0)
    : pairBest(shared)
  return {
    total: (missed + invented + both - right) / spoken,
    missed: missed / spoken,
    invented: invented / spoken,
    confused: (both - right) / spoken,
    speakers: speakers.length,
    voices: voices.length,
  }
}

/** Finds the best pairing by memoized search. Practical for up to ten speakers. */
function pairBest(shared: readonly number[][]): number {
  const known = new Map<string, number>()
  const best = (speaker: number, taken: number): number => {
    const row = shared[speaker]
    if (!row) return 0
    const key = `${speaker}:${taken}`
    const before = known.get(key)
    if (before !== undefined) return before
    let value = best(speaker + 1, taken)
    for (const [voice, time] of row.entries())
      if ((taken & (1 << voice)) === 0) value = Math.max(value, time + best(speaker + 1, taken | (1 << voice)))
    known.set(key, value)
    return value
  }
  return best(0, 0)
}
