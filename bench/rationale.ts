/**
 * Measures the precision and recall of the check on strike reasons. Run: npm run bench -- rationale [--errors]. The
 * unseen set was written before any rule was tuned.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkRationale } from '#law/rationale/check.ts'
import { type RationaleLevel, rationaleLevels } from '#contract/strikes/rationale.ts'

type Labeled = { id: string; forum: string; text: string; level: RationaleLevel; rules: string[] }
type Measured = Labeled & { got: RationaleLevel; gotRules: string[] }

const show = (part: number, whole: number) => (whole === 0 ? '  –  ' : (part / whole).toFixed(3))

function measure(name: string): Measured[] {
  const text = readFileSync(new URL(`../test/corpus/rationale/${name}.ndjson`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labeled)
    .map((row) => {
      const { level, items } = checkRationale({ text: row.text, kind: 'peremptory', forumId: row.forum, quotes: 1 })
      return { ...row, got: level, gotRules: items.map(({ rule }) => rule) }
    })
}

function line(
  name: string,
  rows: readonly Measured[],
  said: (row: Measured) => boolean,
  meant: (row: Measured) => boolean,
) {
  const both = rows.filter((row) => said(row) && meant(row)).length
  const [all, due] = [rows.filter(said).length, rows.filter(meant).length]
  console.log(
    `  ${name.padEnd(26)} precision ${show(both, all)} (${both}/${all})  recall ${show(both, due)} (${both}/${due})`,
  )
}

function report(title: string, rows: readonly Measured[], withRules: boolean): void {
  const right = rows.filter((row) => row.got === row.level).length
  console.log(`\n${title}: ${rows.length} reasons; level right for ${right} (${show(right, rows.length)})`)
  line(
    'warned at all',
    rows,
    (row) => row.got !== 'ok',
    (row) => row.level !== 'ok',
  )
  for (const level of rationaleLevels.slice(1))
    line(
      level,
      rows,
      (row) => row.got === level,
      (row) => row.level === level,
    )
  const pairs = (pick: (row: Measured) => string[]) =>
    new Set(rows.flatMap((row) => pick(row).map((rule) => `${row.id} ${rule}`)))
  const [said, meant] = [pairs((row) => row.gotRules), pairs((row) => row.rules)]
  const both = [...said].filter((pair) => meant.has(pair)).length
  console.log(
    `  ${'all rules together'.padEnd(26)} precision ${show(both, said.size)} (${both}/${said.size})  recall ${show(both, meant.size)} (${both}/${meant.size})`,
  )
  if (!withRules) return
  for (const rule of [...new Set(rows.flatMap((row) => [...row.rules, ...row.gotRules]))].sort()) {
    line(
      `  ${rule}`,
      rows,
      (row) => row.gotRules.includes(rule),
      (row) => row.rules.includes(rule),
    )
  }
}

const { values } = parseArgs({ options: { errors: { type: 'boolean', default: false } } })
for (const name of ['tuning', 'unseen']) {
  const rows = measure(name)
  report(name === 'tuning' ? 'Reasons that were tuned on' : 'Reasons unseen', rows, name === 'unseen')
  const law = (title: string, is: (forum: string) => boolean) =>
    report(
      `  ${title}`,
      rows.filter((row) => is(row.forum)),
      false,
    )
  law('California, section 231.7', (forum) => forum.startsWith('ca_'))
  law('Washington, GR 37', (forum) => forum.startsWith('wa_'))
  law('elsewhere, Batson and J.E.B.', (forum) => !/^(?:ca|wa)_/.test(forum))
  if (!values.errors || name === 'unseen') continue
  for (const row of rows) {
    const missed = row.rules.filter((rule) => !row.gotRules.includes(rule))
    const extra = row.gotRules.filter((rule) => !row.rules.includes(rule))
    if (row.got === row.level && missed.length + extra.length === 0) continue
    console.log(
      `${row.id} ${row.forum} ${row.got}, not ${row.level}; missed [${missed.join()}], extra [${extra.join()}]: ${row.text}`,
    )
  }
}
