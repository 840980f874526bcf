/** Returns 0 for identical and 1 for unrelated vectors. Vectors must have unit length. */
export function measureDistances(vectors: readonly Float64Array[]): Float32Array[] {
  const rows = vectors.map(() => new Float32Array(vectors.length))
  for (const [i, a] of vectors.entries())
    for (let j = 0; j < i; j += 1) {
      const b = vectors[j]!
      let dot = 0
      for (let k = 0; k < a.length; k += 1) dot += a[k]! * b[k]!
      rows[i]![j] = rows[j]![i] = 1 - dot
    }
  return rows
}

/**
 * Clusters by average linkage. Vectors with the same tag start out together, and vectors with different tags never
 * join.
 */
export function joinVoices(
  distances: readonly Float32Array[],
  { count, most, tags }: { count: number; most: number; tags?: readonly (string | null)[] },
): Map<number, number[]> {
  const rows = distances.map((row) => Float32Array.from(row))
  const groups: (number[] | null)[] = rows.map((_, i) => [i])
  const tagByGroup = rows.map((_, i) => tags?.[i] ?? null)
  const steps = new Map<number, number[]>()
  let left = groups.length
  const join = (a: number, b: number) => {
    const [first, second] = [groups[a], groups[b]]
    if (!first || !second) return
    const [row, other] = [rows[a]!, rows[b]!]
    for (let k = 0; k < row.length; k += 1)
      row[k] = rows[k]![a] = (row[k]! * first.length + other[k]! * second.length) / (first.length + second.length)
    groups[a] = [...first, ...second]
    groups[b] = null
    tagByGroup[a] ??= tagByGroup[b] ?? null
    left -= 1
  }
  const joinTagged = () => {
    const firstWith = new Map<string, number>()
    for (const [i, tag] of tagByGroup.entries()) {
      if (tag === null) continue
      const first = firstWith.get(tag)
      if (first === undefined) firstWith.set(tag, i)
      else join(first, i)
    }
  }
  const mayJoin = (a: number, b: number) =>
    tagByGroup[a] === null || tagByGroup[b] === null || tagByGroup[a] === tagByGroup[b]
  const nearest = rows.map(() => ({ with: -1, distance: Infinity }))
  const seekPartners = (isTouched: (a: number) => boolean) => {
    for (const [a, row] of rows.entries()) {
      if (!groups[a] || !isTouched(a)) continue
      let best = { with: -1, distance: Infinity }
      for (let b = 0; b < rows.length; b += 1)
        if (b !== a && groups[b] && row[b]! < best.distance && mayJoin(a, b)) best = { with: b, distance: row[b]! }
      nearest[a] = best
    }
  }
  const findClosest = () => {
    let best = -1
    for (const [a, { with: partner, distance }] of nearest.entries())
      if (groups[a] && partner >= 0 && (best < 0 || distance < nearest[best]!.distance)) best = a
    return best
  }
  const note = () => {
    if (left > most) return
    const label = rows.map(() => 0)
    groups.filter((group) => group !== null).forEach((group, g) => group.forEach((member) => (label[member] = g)))
    steps.set(left, label)
  }
  joinTagged()
  seekPartners(() => true)
  note()
  while (left > count) {
    const best = findClosest()
    if (best < 0) break
    const partner = nearest[best]!.with
    join(best, partner)
    seekPartners((a) => a === best || nearest[a]!.with === best || nearest[a]!.with === partner)
    note()
  }
  return steps
}

/** Returns the mean silhouette, from -1 to 1. */
export function measureSilhouette(distances: readonly Float32Array[], label: readonly number[]): number {
  const count = Math.max(...label) + 1
  const sizes = Array.from({ length: count }, () => 0)
  for (const group of label) sizes[group]! += 1
  let sum = 0
  for (const [i, row] of distances.entries()) {
    const sums = new Float64Array(count)
    for (const [j, group] of label.entries()) sums[group]! += row[j]!
    const own = label[i]!
    if (sizes[own]! < 2) continue
    const within = sums[own]! / (sizes[own]! - 1)
    const next = Math.min(
      ...Array.from(sums, (total, group) => (group === own || sizes[group] === 0 ? Infinity : total / sizes[group]!)),
    )
    sum += (next - within) / Math.max(next, within, 1e-9)
  }
  return sum / label.length
}
