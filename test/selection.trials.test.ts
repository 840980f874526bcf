import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { remaining } from '#law/selection/budget.ts'
import { replay } from '#law/selection/replay.ts'
import type { SelectionEvent, SelectionSetup, SelectionSide } from '#contract/strikes/selection.ts'

const file = join(process.env['VENIRE_DEV_DATA'] ?? resolve('../shared/data'), 'strikes/jurors.csv')
const budget = 6

type Row = { id: string; trial: string; outcome: string }

function readRows(): Row[] {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((match) => match[1] ?? match[2] ?? '')
  const names = cells(head!.trim())
  const at = (name: string) => names.indexOf(name)
  return lines.map((line) => {
    const row = cells(line.trim())
    return { id: row[at('id')]!, trial: row[at('trial__id')]!, outcome: row[at('struck_by')]! }
  })
}

const sides: Record<string, SelectionSide> = { 'Struck by the state': 'us', 'Struck by the defense': 'them' }

function replayTrial(rows: readonly Row[]) {
  const setup: SelectionSetup = {
    method: 'custom',
    jurySize: 12,
    alternates: 0,
    budget: { us: { regular: budget, alternates: 0 }, them: { regular: budget, alternates: 0 } },
    eachDefendant: null,
    alternatesApart: false,
    backStrikes: false,
    replacements: 'in_order',
    turns: { kind: 'together', first: 'us', each: 1, passesToEnd: 2 },
    jurors: rows.map(({ id }) => ({ id, number: id })),
  }
  const events = rows.flatMap(({ id, outcome }): SelectionEvent[] => {
    if (outcome === 'Struck for cause') return [{ kind: 'removed', jurorId: id, why: 'cause' }]
    if (outcome === 'Juror excused/absent') return [{ kind: 'removed', jurorId: id, why: 'excused' }]
    const side = sides[outcome]
    return side ? [{ kind: 'struck', strikeId: `s${id}`, side, jurorId: id, target: 'regular' }] : []
  })
  return replay(setup, events)
}

test.skipIf(!existsSync(file))(
  'names every side that exceeded six challenges, and by how many (skipped without the strike data)',
  () => {
    const trials = Map.groupBy(readRows(), ({ trial }) => trial)
    expect(trials.size).toBe(305)
    const exceeded: string[] = []
    const expected: string[] = []
    for (const [trial, rows] of trials) {
      const state = replayTrial(rows)
      for (const [outcome, side] of Object.entries(sides)) {
        const { used, left, excess } = remaining(state, side)
        const counted = rows.filter((row) => row.outcome === outcome).length
        expect([trial, side, used.regular, left.regular]).toEqual([trial, side, counted, Math.max(0, budget - counted)])
        if (excess.regular > 0) exceeded.push(`trial ${trial}: ${outcome} ${excess.regular} beyond ${budget}`)
        if (counted > budget) expected.push(`trial ${trial}: ${outcome} ${counted - budget} beyond ${budget}`)
      }
      expect(state.problems.every(({ problem }) => problem.code === 'no_strikes_left')).toBe(true)
      const seated = rows.filter(({ outcome }) => outcome === 'Juror chosen to serve on jury')
      expect(seated.some(({ id }) => state.out.has(id))).toBe(false)
    }
    expect(exceeded).toEqual(expected)
    // These totals were computed without the engine.
    expect(exceeded.filter((each) => each.includes('state'))).toHaveLength(94)
    expect(exceeded.filter((each) => each.includes('defense'))).toHaveLength(153)
  },
)
