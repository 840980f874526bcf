import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { caseRule } from '#contract/account/permissions.ts'
import { moveMeanings } from '#contract/strikes/meanings.ts'
import { moveNeeds, type StrikeMove, strikeWorkflow } from '#contract/strikes/moves.ts'

const page = readFileSync(new URL('../docs/strikes.md', import.meta.url), 'utf8')

function diagram(): string {
  const arrows = strikeWorkflow.flatMap(({ name, from, to }) =>
    // `final` depends on the case, not the strike, so arrows from it are added only once, below.
    from.filter((state) => state !== 'final').map((state) => `  ${state} --> ${to === 'same' ? state : to}: ${name}`),
  )
  return [
    'stateDiagram-v2',
    '  [*] --> draft: our side',
    '  [*] --> exercised: opposing side or court',
    ...arrows,
    '  exercised --> final: the jury is sworn',
    '  ruled --> final: the jury is sworn',
  ].join('\n')
}

const people: Record<StrikeMove['who'], (roles: string[]) => string> = {
  anyone: (roles) => roles.join(', '),
  author: (roles) => `the author, if a ${either.format(roles)}; otherwise the lead`,
  author_or_lead: ([, ...roles]) => `the lead, or the author if an ${either.format(roles)}`,
  not_the_author: (roles) =>
    `${roles.join(', ')}. Nobody can approve their own strike, and a lead can’t approve one whose author has left, unless that lead is the only approver`,
  whoever_exercised_it: (roles) => `whoever exercised or recorded it, if a ${either.format(roles)}`,
}
const either = new Intl.ListFormat('en-US', { type: 'disjunction' })

function row({ name, label, action, who, needs, afterSwearing }: StrikeMove): string {
  const { roles, flagged } = caseRule(action)
  const byRole = [...roles, ...(flagged ?? []).map((role) => `${role} with approval rights`)]
  const cells = [
    `**${label}** (\`${name}\`)`,
    moveMeanings[name],
    people[who](byRole),
    needs.map((need) => `\`${need}\``).join(', '),
    afterSwearing ? 'yes' : 'no',
  ]
  return `| ${cells.join(' | ')} |`
}

test('the page draws the moves in the table', () => {
  expect(page).toContain(`\`\`\`mermaid\n${diagram()}\n\`\`\``)
})

test('the page lists each move with who can make it and its conditions', () => {
  const needs = Object.entries(moveNeeds).map(([need, sentence]) => `| \`${need}\` | ${sentence} |`)
  const unsaid = [...strikeWorkflow.map(row), ...needs].filter((each) => !page.includes(each))
  expect(unsaid).toEqual([])
})

test('the page describes each move like its button', () => {
  const unsaid = strikeWorkflow
    .map(({ name, label }) => `| **${label}** (\`${name}\`) | ${moveMeanings[name]} |`)
    .filter((each) => !page.includes(each))
  expect(unsaid).toEqual([])
})
