export type Labeled = { startMs: number; endMs: number; voice: string }

/** Speech this close to a speaker change isn't scored because human annotators can't mark changes precisely. */
const usualCollarMs = 250
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

/**
 * Returns error rates as fractions of speech time. Overlapping speech counts once per speaker. If `byName` is false,
 * pairs voices with speakers to minimize the error.
 */
export function measureError(
  truth: readonly Labeled[],
  turns: readonly Labeled[],
  byName: boolean,
  collarMs = usualCollarMs,
) {
  const frames = Math.ceil(Math.max(...[...truth, ...turns].map(({ endMs }) => endMs)) / frameMs)
  const judged = new Uint8Array(frames).fill(1)
  for (const { startMs, endMs } of truth)
    for (const edge of [startMs, endMs])
      judged.fill(0, Math.max(0, (edge - collarMs) / frameMs), (edge + collarMs) / frameMs)
  const paint = (list: readonly Labeled[]) =>
    new Map(
      [...Map.groupBy(list, ({ voice }) => voice)].map(([voice, own]) => {
        const line = new Uint8Array(frames)
        for (const { startMs, endMs } of own) line.fill(1, Math.round(startMs / frameMs), Math.round(endMs / frameMs))
        return [voice, line.map((value, frame) => value & judged[frame]!)]
      }),
    )
  const [said, heard] = [paint(truth), paint(turns)]
  const [voices, lines] = [[...heard.keys()], [...heard.values()]]
  let [spokenFrames, missed, invented, both] = [0, 0, 0, 0]
  for (let frame = 0; frame < frames; frame += 1) {
    const [speakers, found] = [said, heard].map((side) => [...side.values()].filter((line) => line[frame] === 1).length)
    spokenFrames += speakers!
    missed += Math.max(0, speakers! - found!)
    invented += Math.max(0, found! - speakers!)
    both += Math.min(speakers!, found!)
  }
  const shared = [...said.values()].map((line) =>
    lines.map((other) => line.reduce((sum, value, frame) => sum + (value & other[frame]!), 0)),
  )
  const right = byName
    ? [...said.keys()].reduce((sum, name, s) => sum + (shared[s]?.[voices.indexOf(name)] ?? 0), 0)
    : pairBest(shared)
  return {
    total: (missed + invented + both - right) / spokenFrames,
    missed: missed / spokenFrames,
    invented: invented / spokenFrames,
    confused: (both - right) / spokenFrames,
    speakers: said.size,
    voices: voices.length,
    spokenMs: spokenFrames * frameMs,
  }
}

/** Finds the best pairing with a memoized search, which is practical for up to ten speakers. */
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
