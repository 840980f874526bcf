import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { caseRule } from '#contract/account/permissions.ts'
import { moveMeanings } from '#contract/strikes/meanings.ts'
import { moveNeeds, type StrikeMove, strikeWorkflow } from '#contract/strikes/workflow.ts'

/* docs/strikes.md shows the table that the server asks and the buttons are made from. A move that changes fails here. */

const page = readFileSync(new URL('../docs/strikes.md', import.meta.url), 'utf8')

function diagram(): string {
  const arrows = strikeWorkflow.flatMap(({ name, from, to }) =>
    // Derived from the case, `final` is drawn once; a void ends whatever it was.
    from.filter((state) => state !== 'final').map((state) => `  ${state} --> ${to === 'same' ? state : to}: ${name}`),
  )
  return [
    'stateDiagram-v2',
    '  [*] --> draft: ours',
    '  [*] --> exercised: of the opposing side or the court',
    ...arrows,
    '  exercised --> final: the jury is sworn',
    '  ruled --> final: the jury is sworn',
  ].join('\n')
}

const people = {
  anyone: '',
  author: 'its author',
  author_or_lead: 'its author or the lead',
  not_the_author: 'not its author, but a lead who alone approves',
  whoever_exercised_it: 'whoever exercised or recorded it',
} as const

function row({ name, label, from, to, action, who, needs, afterSwearing }: StrikeMove): string {
  const { roles, flagged } = caseRule(action)
  const byRole = [...roles, ...(flagged ?? []).map((role) => `${role} given that right`)].join(', ')
  const cells = [
    `\`${name}\``,
    label,
    from.join(', '),
    to,
    [byRole, people[who]].filter(Boolean).join('; '),
    needs.map((need) => moveNeeds[need]).join(' '),
    afterSwearing ? 'yes' : 'no',
  ]
  return `| ${cells.join(' | ')} |`
}

test('the page draws the moves of the table', () => {
  expect(page).toContain(`\`\`\`mermaid\n${diagram()}\n\`\`\``)
})

test('the page lists each move with who makes it and what must hold', () => {
  const unsaid = strikeWorkflow.map(row).filter((each) => !page.includes(each))
  expect(unsaid).toEqual([])
})

test('the page says of each move what its button says', () => {
  const unsaid = strikeWorkflow
    .map(({ name, label }) => `- **${label}**: ${moveMeanings[name]}`)
    .filter((each) => !page.includes(each))
  expect(unsaid).toEqual([])
})
