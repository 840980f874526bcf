export function normalizeWords(text: string): string[] {
  const spoken = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\bmr\./g, 'mister')
    .replaceAll(/\bdr\./g, 'doctor')
  return spoken.split(/[^\p{L}\p{N}']+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

export function matchWords<A extends { text: string }, B extends { text: string }>(
  truth: readonly A[],
  heard: readonly B[],
): { errors: number; pairs: [A, B][] } {
  const width = heard.length + 1
  const cost = new Int32Array((truth.length + 1) * width)
  const at = (row: number, column: number): number => cost[row * width + column] ?? 0
  for (let row = 0; row <= truth.length; row++)
    for (let column = 0; column < width; column++) {
      const isSame = truth[row - 1]?.text === heard[column - 1]?.text
      cost[row * width + column] =
        row === 0
          ? column
          : column === 0
            ? row
            : Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1))
    }
  const pairs: [A, B][] = []
  let [row, column] = [truth.length, heard.length]
  while (row > 0 && column > 0) {
    const [a, b] = [truth[row - 1], heard[column - 1]]
    const isSame = a?.text === b?.text
    if (at(row, column) === at(row - 1, column - 1) + (isSame ? 0 : 1)) {
      if (isSame && a && b) pairs.push([a, b])
      ;[row, column] = [row - 1, column - 1]
    } else if (at(row, column) === at(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return { errors: at(truth.length, heard.length), pairs }
}

export const quantile = (sorted: readonly number[], part: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

export const inMs = (seconds: number | undefined): string =>
  seconds === undefined ? 'none' : `${Math.round(seconds * 1000)} ms`
