/** The tags as they are now with what a person did to those they saw: a tag that was put in meanwhile stays. */
export function tagsAfter(now: readonly string[], seen: readonly string[], wanted: readonly string[]): string[] {
  const kept = now.filter((tag) => wanted.includes(tag) || !seen.includes(tag))
  return [...kept, ...wanted.filter((tag) => !seen.includes(tag) && !kept.includes(tag))]
}
