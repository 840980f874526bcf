/** The list with one of it at another place; places beyond the ends are the ends. */
export function moved<T extends { id: string }>(list: readonly T[], id: string, to: number): readonly T[] {
  const from = list.findIndex((each) => each.id === id)
  const item = list[from]
  if (!item) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, item)
}
