const mostPercent = 1

/** Function names are a verb and an object: `getSeat`, not `seatOf`. */
export function checkNames(sources: ReadonlyMap<string, string>): string[] {
  const found = [...sources].flatMap(([file, source]) => listFunctionNames(source).map((name) => ({ file, name })))
  const odd = found.filter(({ name }) => /[a-z]Of$/.test(name))
  if (odd.length * 100 <= found.length * mostPercent) return []
  const share = ((odd.length * 100) / found.length).toFixed(1)
  return [
    `${share}% of function names end in “Of”. The limit is ${mostPercent}%. Use a verb and an object.`,
    ...odd.map(({ file, name }) => `${file}: ${name}`),
  ]
}

const listFunctionNames = (source: string): string[] =>
  [...source.matchAll(/\bfunction\*? (\w+)|\bconst ([a-z]\w*) = (?:async )?(?:\(|<|\w+ =>)/g)].map(
    ([, name, other]) => name ?? other!,
  )
