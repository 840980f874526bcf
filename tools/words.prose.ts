/**
 * Maximum number of words of prose in the documentation. Inline code counts, but tables, code blocks, and link targets
 * don't.
 */
export const proseLimit = 15_000

/** These pages contain evidence and release notes, which don't count. */
const uncounted = /^(?:CHANGELOG|docs\/(?:security|spec-coverage))\.md$/

export function countProse(markdown: string): number {
  return markdown
    .replaceAll(/^([ \t]*)(```|~~~).*?^\1\2/gms, '')
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

export const countDocumentation = (texts: readonly { name: string; text: string }[]): number =>
  texts
    .filter(({ name }) => name.endsWith('.md') && !uncounted.test(name))
    .reduce((sum, { text }) => sum + countProse(text), 0)

export const checkProse = (count: number): string[] =>
  count > proseLimit
    ? [`Documentation has ${count} words of prose, ${count - proseLimit} too many. Replace text instead of adding it.`]
    : []
