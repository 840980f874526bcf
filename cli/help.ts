/** What the command line says about itself: the list of verbs, and what to answer to a verb that it does not know. */
import type { Verb } from './verbs.ts'

/** The text of `venire --help`. */
export function helpText(verbs: Record<string, Verb>, version: string): string {
  const rows = Object.entries(verbs).map(([name, verb]) => [`${name} ${verb.usage}`.trim(), verb.summary] as const)
  const width = Math.max(0, ...rows.map(([call]) => call.length))
  return [
    `Venire ${version}: from the video of a voir dire to strikes that stand on the record.`,
    '',
    'Usage: venire VERB [options]',
    '',
    ...rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    'Each verb explains its options with: venire VERB --help',
    'Details of an unexpected fault are shown with VENIRE_DEBUG=1.',
    '',
  ].join('\n')
}

/** The part of a verb's letters that a slip of the finger changes at most: two of five, four of ten. */
const slipShare = 0.4

/** The sentence for a verb that does not exist, with the nearest one where a slip of the finger explains it. */
export function unknownVerbText(verb: string, verbs: Record<string, Verb>): string {
  const [nearest] = Object.keys(verbs)
    .map((name) => ({ name, distance: countEdits(verb.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length * slipShare))
    .sort((a, b) => a.distance - b.distance)
  const hint = nearest ? `Did you mean "${nearest.name}"?` : 'The verbs are listed by: venire --help'
  return `There is no verb "${verb}". ${hint}`
}

/** How many letters must be added, dropped or changed to turn one word into the other (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1]
    for (const [column, other] of to.split('').entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
