import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findFindings } from './find.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'

const find = (text: string) => {
  const turns = toTurns(text)
  return findFindings(turns, findExchanges(turns, { cueTimes: false }))
}

test('what the court asks next tells a concern from an aside', () => {
  const asked = 'JUDGE: Juror 5, you raised your card.\n    JUROR 5: '
  const said = `${asked}My nephew had some trouble with one of their stores, and it stayed with me.`
  const isBias = (text: string) => [...find(text).findings, ...find(text).possible].find(({ turn }) => turn === 1)
  const probed = isBias(
    `${said}\n    JUDGE: Would that make it hard for you to be fair to the store?\n    JUROR 5: I think so.`,
  )
  const passed = isBias(`${said}\n    JUDGE: Thank you. Juror 6, what do you do for a living?\n    JUROR 6: I bake.`)
  expect(probed?.confidence ?? 0).toBeGreaterThan(passed?.confidence ?? 0)
})

test('a finding that no rule made quotes the words that support it and is never critical', () => {
  const { findings } = find(`JUDGE: Anyone with a scheduling problem? Juror 8.
    JUROR 8: It's just me and my mother, and if I'm here Thursday nobody takes her to dialysis.
    JUDGE: Is there someone who could help?
    JUROR 8: Nobody who can lift her.`)
  const added = findings.filter(({ rules }) => rules.includes('words/learned'))
  for (const { severity, trigger, quote } of added) {
    expect(severity).not.toBe('critical')
    expect(quote.slice(trigger!.from, trigger!.to)).not.toBe('')
  }
  expect(findings.map(({ type }) => type)).toContain('hardship')
})

test('a subcategory that only the model chose never raises the severity, and its words aren’t said to name it', () => {
  const { findings } = find(`JUDGE: Does anyone have a health problem? Juror 5?
    JUROR 5: I've had three of the spells since Easter, where I go blank. They won't let me drive or climb.`)
  expect(findings).toMatchObject([
    {
      sub: 'medical_self',
      severity: 'low',
      rules: ['religious_observance/observance', 'model'],
      why: 'Resembles known statements. Most telling words: “Easter.”',
    },
  ])
})

test('a subcategory that the model chose quotes the words that name it', () => {
  const { findings } = find(`JUDGE: What did you want to say, sir?
    JUROR 5: I know the name of the bar. The Blue Lantern. I used to go in there. I mean years back, before I quit.`)
  const why = 'The juror has seen or heard about the case or its locations: “know the name of the bar.”'
  expect(findings).toMatchObject([{ sub: 'case_knowledge', severity: 'medium', why }])
})

test('each learned phrase came from at least three authors, and the model is at most 4 MB', () => {
  const lines = readFileSync(new URL('words/learned.txt', import.meta.url), 'utf8').split('\n')
  const phrases = lines.filter((line) => line.startsWith('- '))
  expect(phrases.length).toBeGreaterThan(500)
  for (const phrase of phrases) {
    const [, right, all, authors] = /\((\d+) of (\d+), (\d+) authors\)$/.exec(phrase)!.map(Number)
    expect([phrase, authors! >= 3, right! / all! >= 0.45]).toEqual([phrase, true, true])
  }
  expect(statSync(new URL('learned/answers.json', import.meta.url)).size).toBeLessThan(4 * 1024 * 1024)
})
