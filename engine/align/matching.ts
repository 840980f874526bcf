/** Which heard words are which words of the transcript: the longest story that both tell in the same order. */

export type Match = { heard: number; token: number }

/** A phrase that stands this often in the transcript ("have you or anyone") says nothing about where one is. */
const mostOccurrences = 40
/** Following on directly from the phrase before is worth this much more than jumping there. */
const continuing = 0.5
/** Largest table for filling the space between two anchors: 4 million cells, about 10 ms. */
const mostCells = 4_000_000
/** Cost of passing over a word while filling. */
const passing = 0.35
/** A filled match must lie this close to another, in words; "the" is heard everywhere. */
const reach = 5
const slack = 2
/** An island of fewer matches than this, far off the line on both sides, is a chance hit. */
const leastIsland = 4
const offLine = 12

/** Largest score over a prefix of positions, and whose it is (a Fenwick tree). */
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
  /** Over positions below `end`. */
  best(end: number): { score: number; owner: number } {
    let [score, owner] = [0, -1]
    for (let i = end; i > 0; i -= i & -i)
      if ((this.#score[i] ?? 0) > score) [score, owner] = [this.#score[i] ?? 0, this.#owner[i] ?? -1]
    return { score, owner }
  }
}

const readPhrase = (words: readonly string[], at: number): string => words.slice(at, at + 3).join(' ')

/** Where each three-word phrase stands. */
function listPhrases(tokens: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let at = 0; at + 3 <= tokens.length; at += 1) {
    const known = places.get(readPhrase(tokens, at))
    if (known) known.push(at)
    else places.set(readPhrase(tokens, at), [at])
  }
  return places
}

/** The heaviest chain of three-word phrases that both sides hold in the same order; rare phrases weigh more. */
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

/** The words of phrases that may share some of them. */
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

/** The best way into each cell of the table of heard words (rows) and tokens (columns); longer words weigh more. */
function weighWays(heard: readonly string[], tokens: readonly string[]): Uint8Array {
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

/** Equal words in one rectangle between two anchors, by dynamic programming. */
function fillRectangle(
  heard: readonly string[],
  tokens: readonly string[],
  [h0, h1]: [number, number],
  [t0, t1]: [number, number],
): Match[] {
  const [rows, columns] = [h1 - h0, t1 - t0]
  if (rows <= 0 || columns <= 0 || rows * columns > mostCells) return []
  const ways = weighWays(heard.slice(h0, h1), tokens.slice(t0, t1))
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

/** Matches that go on from an anchor on either side, word by word; the others are chance. */
function keepNear(filled: readonly Match[], before: Match | undefined, after: Match | undefined): Match[] {
  const kept = new Set<Match>()
  let last = before
  for (const match of filled) if (near(last, match)) kept.add((last = match))
  let next = after
  for (const match of filled.toReversed()) if (near(next, match)) kept.add((next = match))
  return filled.filter((match) => kept.has(match))
}

/** Drops small islands that lie far off the line on both sides. */
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

/** Pairs of equal words, in order on both sides. Time grows with the words and their repetitions, not with their product. */
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
