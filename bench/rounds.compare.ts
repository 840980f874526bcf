export async function compare<Name extends string>(
  rounds: number,
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figure = await contenders[name]()
      if (round > 0) figures[name].push(figure)
    }
  }
  return figures
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const ratio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((figure, round) => figure / theirs[round]!))

export function printRow(
  name: string,
  figures: readonly number[],
  unit: string,
  against?: { figures: readonly number[]; target: number },
): void {
  const range = `${Math.min(...figures).toFixed(0)}–${Math.max(...figures).toFixed(0)}`
  const share = against ? `  ${ratio(figures, against.figures).toFixed(2)}x (target ≥ ${against.target})` : ''
  console.log(`${name.padEnd(44)} ${median(figures).toFixed(0).padStart(7)} ${unit}  (${range})${share}`)
}
