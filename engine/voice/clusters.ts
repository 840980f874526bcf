/** Groups voices by agglomeration: the two most alike become one, again and again. */

/** Cosine distance of vectors of length one: 0 alike, 1 unrelated. */
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
 * Joins by mean distance until `count` groups are left; answers the group of each vector after every join from
 * `most` groups down to `count`. Vectors with equal `tags` begin as one group, those with different tags never join.
 */
export function joinVoices(
  distances: readonly Float32Array[],
  { count, most, tags }: { count: number; most: number; tags?: readonly (string | null)[] },
): Map<number, number[]> {
  const rows = distances.map((row) => Float32Array.from(row))
  const groups: (number[] | null)[] = rows.map((_, i) => [i])
  const tagOf = rows.map((_, i) => tags?.[i] ?? null)
  const steps = new Map<number, number[]>()
  let left = groups.length
  const join = (a: number, b: number) => {
    const [first, second] = [groups[a], groups[b]]
    if (!first || !second) return
    // The mean distance of a joined group is the weighted mean of both.
    const [row, other] = [rows[a]!, rows[b]!]
    for (let k = 0; k < row.length; k += 1)
      row[k] = rows[k]![a] = (row[k]! * first.length + other[k]! * second.length) / (first.length + second.length)
    groups[a] = [...first, ...second]
    groups[b] = null
    tagOf[a] ??= tagOf[b] ?? null
    left -= 1
  }
  const firstOf = new Map<string, number>()
  for (const [i, tag] of tagOf.entries()) {
    if (tag === null) continue
    const first = firstOf.get(tag)
    if (first === undefined) firstOf.set(tag, i)
    else join(first, i)
  }
  const mayJoin = (a: number, b: number) => tagOf[a] === null || tagOf[b] === null || tagOf[a] === tagOf[b]
  /** The nearest partner of each group; looked for anew only where it was touched. */
  const nearest = rows.map((): { with: number; distance: number } | null => null)
  const seek = (a: number) => {
    let best = { with: -1, distance: Infinity }
    for (let b = 0; b < rows.length; b += 1)
      if (b !== a && groups[b] && rows[a]![b]! < best.distance && mayJoin(a, b))
        best = { with: b, distance: rows[a]![b]! }
    nearest[a] = best
  }
  const note = () => {
    if (left > most) return
    const label = rows.map(() => 0)
    groups.filter((group) => group !== null).forEach((group, g) => group.forEach((member) => (label[member] = g)))
    steps.set(left, label)
  }
  for (let a = 0; a < rows.length; a += 1) if (groups[a]) seek(a)
  note()
  for (;;) {
    if (left <= count) break
    let best = -1
    for (let a = 0; a < rows.length; a += 1)
      if (groups[a] && nearest[a]!.with >= 0 && (best < 0 || nearest[a]!.distance < nearest[best]!.distance)) best = a
    if (best < 0) break
    const partner = nearest[best]!.with
    join(best, partner)
    for (let a = 0; a < rows.length; a += 1)
      if (groups[a] && (a === best || nearest[a]!.with === best || nearest[a]!.with === partner)) seek(a)
    note()
  }
  return steps
}

/** Mean silhouette of a grouping, -1 to 1: how much nearer each vector is to its own group than to the next. A label may name nobody. */
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
