export type Match = { heard: number; token: number }

/** A phrase that occurs more often is too common to be an anchor. */
const mostOccurrences = 40
const continuing = 0.5
/** It takes about 10 ms to fill 4 million cells. */
const mostCells = 4_000_000
const passing = 0.35
/** A distance in words. It's limited because common words such as "the" match everywhere. */
const reach = 5
const slack = 2
/** A smaller group of matches far from the diagonal is a coincidence. */
const leastIsland = 4
const offLine = 12

/** A Fenwick tree for prefix maximums. */
class PrefixBest {
  readonly #score: Float64Array
  readonly #owner: Int32Array
  constructor(size: number) {
    this.#score = new Float64Array(size + 1)
    this.#owner = new Int32Array(size + 1).fill(-1)
  }
  raise(position: number, score: number, owner: number): void {
    for (let i = position + 1; i < this.#score.length; i += i & -i)
      if (score > (this.#score[i] ?? 0)) {
        this.#score[i] = score
        this.#owner[i] = owner
      }
  }
  best(end: number): { score: number; owner: number } {
    let [score, owner] = [0, -1]
    for (let i = end; i > 0; i -= i & -i)
      if ((this.#score[i] ?? 0) > score) [score, owner] = [this.#score[i] ?? 0, this.#owner[i] ?? -1]
    return { score, owner }
  }
}

const readPhrase = (words: readonly string[], at: number): string => words.slice(at, at + 3).join(' ')

function listPhrases(tokens: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let at = 0; at + 3 <= tokens.length; at += 1) {
    const known = places.get(readPhrase(tokens, at))
    if (known) known.push(at)
    else places.set(readPhrase(tokens, at), [at])
  }
  return places
}

/**
 * Finds the highest-scoring chain of three-word phrases that are in the same order on both sides. Rare phrases score
 * higher.
 */
function chainPhrases(heard: readonly string[], tokens: readonly string[]): Match[] {
  const places = listPhrases(tokens)
  const nodes: (Match & { before: number; score: number })[] = []
  const best = new PrefixBest(tokens.length)
  let previous = new Map<number, number>()
  for (let at = 0; at + 3 <= heard.length; at += 1) {
    const current = new Map<number, number>()
    const found = places.get(readPhrase(heard, at)) ?? []
    for (const token of found.length > mostOccurrences ? [] : found) {
      const jump = best.best(token)
      const follow = previous.get(token - 1)
      const followed = follow === undefined ? -1 : (nodes[follow]?.score ?? 0) + continuing
      const [before, score] =
        follow !== undefined && followed >= jump.score ? [follow, followed] : [jump.owner, jump.score]
      current.set(token, nodes.length)
      nodes.push({ heard: at, token, before, score: score + 1 / Math.sqrt(found.length) })
    }
    for (const [token, node] of current) best.raise(token, nodes[node]?.score ?? 0, node)
    previous = current
  }
  const chain: Match[] = []
  for (let node = nodes[best.best(tokens.length).owner]; node; node = nodes[node.before]) chain.push(node)
  return pairWords(chain.toReversed())
}

function pairWords(phrases: readonly Match[]): Match[] {
  const matches: Match[] = []
  for (const start of phrases)
    for (let k = 0; k < 3; k += 1) {
      const last = matches.at(-1)
      const [heard, token] = [start.heard + k, start.token + k]
      if (!last || (heard > last.heard && token > last.token)) matches.push({ heard, token })
    }
  return matches
}

const skipsHeard = 1
const skipsToken = 2
const takesBoth = 3

function listWeights(heard: readonly string[], tokens: readonly string[]): Uint8Array {
  const width = tokens.length + 1
  const score = new Float32Array((heard.length + 1) * width)
  const ways = new Uint8Array(score.length)
  for (let c = 1; c < width; c += 1) {
    score[c] = score[c - 1]! - passing
    ways[c] = skipsToken
  }
  for (const [r, word] of heard.entries()) {
    const row = (r + 1) * width
    score[row] = score[row - width]! - passing
    ways[row] = skipsHeard
    for (let c = 1; c < width; c += 1) {
      const at = row + c
      let [value, way] = [score[at - width]! - passing, skipsHeard]
      const left = score[at - 1]! - passing
      if (left > value) [value, way] = [left, skipsToken]
      const both = word === tokens[c - 1] ? score[at - width - 1]! + 1 + word.length / 10 : -Infinity
      if (both > value) [value, way] = [both, takesBoth]
      score[at] = value
      ways[at] = way
    }
  }
  return ways
}

function fillRectangle(
  heard: readonly string[],
  tokens: readonly string[],
  [h0, h1]: [number, number],
  [t0, t1]: [number, number],
): Match[] {
  const [rows, columns] = [h1 - h0, t1 - t0]
  if (rows <= 0 || columns <= 0 || rows * columns > mostCells) return []
  const ways = listWeights(heard.slice(h0, h1), tokens.slice(t0, t1))
  const matches: Match[] = []
  for (let [r, c] = [rows, columns]; r > 0 || c > 0;) {
    const way = ways[r * (columns + 1) + c]
    if (way === takesBoth) matches.push({ heard: h0 + r - 1, token: t0 + c - 1 })
    if (way !== skipsToken) r -= 1
    if (way !== skipsHeard) c -= 1
  }
  return matches.toReversed()
}

const near = (a: Match | undefined, b: Match): boolean =>
  a !== undefined &&
  Math.abs(b.heard - a.heard) <= reach &&
  Math.abs(b.token - a.token) <= reach &&
  Math.abs(b.heard - a.heard - (b.token - a.token)) <= slack

function keepNear(filled: readonly Match[], before: Match | undefined, after: Match | undefined): Match[] {
  const kept = new Set<Match>()
  let last = before
  for (const match of filled) if (near(last, match)) kept.add((last = match))
  let next = after
  for (const match of filled.toReversed()) if (near(next, match)) kept.add((next = match))
  return filled.filter((match) => kept.has(match))
}

function dropIslands(matches: readonly Match[]): Match[] {
  const islands: Match[][] = []
  for (const match of matches) {
    const island = islands.at(-1)
    if (near(island?.at(-1), match)) island?.push(match)
    else islands.push([match])
  }
  const off = (a: Match | undefined, b: Match | undefined) =>
    a === undefined || b === undefined || Math.abs(b.heard - a.heard - (b.token - a.token)) > offLine
  return islands
    .filter(
      (island, i) =>
        island.length >= leastIsland ||
        !off(islands[i - 1]?.at(-1), island[0]) ||
        !off(island.at(-1), islands[i + 1]?.[0]),
    )
    .flat()
}

export function matchWords(heard: readonly string[], tokens: readonly string[]): Match[] {
  const anchors = dropIslands(chainPhrases(heard, tokens))
  const matches: Match[] = []
  for (let i = 0; i <= anchors.length; i += 1) {
    const [before, after] = [anchors[i - 1], anchors[i]]
    const filled = fillRectangle(
      heard,
      tokens,
      [(before?.heard ?? -1) + 1, after?.heard ?? heard.length],
      [(before?.token ?? -1) + 1, after?.token ?? tokens.length],
    )
    matches.push(...keepNear(filled, before, after))
    if (after) matches.push(after)
  }
  return matches
}
