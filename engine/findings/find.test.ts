import { expect, test } from 'vitest'
import type { Finding } from '#contract/findings/findings.ts'
import { Finding as FindingShape } from '#contract/findings/findings.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'
import { findFindings } from './find.ts'

const findingsOf = (text: string): Finding[] => {
  const turns = toTurns(text)
  return findFindings(turns, findExchanges(turns, { cueTimes: false })).findings
}
const short = (finding: Finding) =>
  `${finding.jurorNumber} ${finding.type}/${finding.sub} ${finding.severity} ${finding.stance ?? '-'} chain ${finding.chain ?? '-'}`

const voirDire = `
    JUDGE @0-4: The defendant is presumed innocent. Would serving for two weeks be a hardship for anyone?
    JUROR 3 @5-9: I get paid by the hour and my job does not pay for jury service.
    JUDGE @10-12: Will your employer pay you anything?
    JUROR 3 @12.5-13: No.
    JUDGE @14-16: Could anyone cover your shifts?
    JUROR 3 @16.4-18: They could find somebody.
    JUDGE @19-21: Do you have a letter from your employer?
    JUROR 3 @21.3-22: Yes, I brought a letter.
    JUDGE @23-24: Juror 3 is excused.
    PROSECUTOR @30-33: How do you feel about police officers as witnesses?
    JUROR 7 @34-37: I don't trust the police, not after what they did to my brother.
    JUDGE @38-42: Could you set that aside and be fair to both sides?
    JUROR 7 @46.5-47: I would try.
    JUDGE @48-51: Would you follow my instructions on how to weigh testimony?
    JUROR 7 @51.4-52: Yes.
    DEFENSE @60-63: Would you hold it against my client if she does not testify?
    JUROR 9 @63.5-64: No.
    PROSECUTOR @65-67: Your Honor, juror 9 said he can't be fair.
    JUDGE @68-70: Does anyone else feel they cannot be fair?
    (No response)
    DEFENSE @71-73: Who thinks a defendant should have to prove anything?
    JUROR 9 @74-75: He has to prove to me that he didn't do it.
    JUDGE @76-79: Can you follow the law that he need not prove anything?
    JUROR 9 @80-81: No, I couldn't.`

test('finds everything in a short voir dire, in time order', () => {
  expect(findingsOf(voirDire).map(short)).toEqual([
    '3 hardship/financial high expressed chain 1',
    '3 hardship/financial high expressed chain 1',
    '7 bias_indicator/law_enforcement_anti medium rehabilitated chain 2',
    '7 key_statement/rehabilitation_equivocal high equivocal chain 2',
    '7 long_pause/latency medium - chain -',
    '7 key_statement/rehabilitation medium rehabilitated chain 2',
    '9 bias_indicator/presumption_burden critical reaffirmed chain 3',
    '9 bias_indicator/cannot_follow_law critical expressed chain 3',
  ])
})

test("takes a hardship's four facts from its follow-up questions", () => {
  expect(findingsOf(voirDire)[0]?.hardshipFacts).toEqual({
    paid: false,
    replaceable: true,
    scheduleFix: null,
    documented: true,
  })
})

test('every finding quotes verbatim, points to its turn, and matches the contract', () => {
  const turns = toTurns(voirDire)
  for (const finding of findingsOf(voirDire)) {
    expect(FindingShape.parse(finding)).toEqual(finding)
    expect(finding.quote).toBe(turns[finding.turn]?.text)
    expect(turns[finding.turn]?.role).toBe('juror')
    const { from, to } = finding.trigger ?? { from: 0, to: finding.quote.length }
    expect(finding.quote.slice(from, to).trim()).not.toBe('')
    expect(finding.why).toMatch(/^[A-Z“].*[.?”]$/)
  }
})

const possibleIn = (text: string): Finding[] => {
  const turns = toTurns(text)
  return findFindings(turns, findExchanges(turns, { cueTimes: false })).possible
}

test('a finding only from the classifier is possible, low, and explained by its strongest words', () => {
  const asked = 'JUDGE: You made a face when I mentioned the union.\n'
  const said = `${asked}JUROR 4: Sorry. I have never met a straight one, put it that way.`
  expect(findingsOf(said)).toEqual([])
  const [possible] = possibleIn(said)
  expect(possible).toMatchObject({
    type: 'bias_indicator',
    severity: 'low',
    stance: null,
    rules: ['model'],
    chain: null,
  })
  const { from, to } = possible?.trigger ?? { from: 0, to: 0 }
  expect(possible?.why).toBe(`Resembles known statements. Most telling words: “${possible?.quote.slice(from, to)}.”`)
})

test("a found, bare, or merely suspicious answer isn't also possible", () => {
  expect(possibleIn(voirDire)).toEqual([])
  expect(possibleIn('JUDGE: Could you be fair?\nJUROR 4: Yes.')).toEqual([])
  expect(possibleIn('JUDGE: Do you have strong feelings about the union?\nJUROR 4: I see.')).toEqual([])
})

test('a bare refusal to be fair is an inability, whatever the juror named before', () => {
  const interview = `JUDGE: What did you want to tell me?
    JUROR 4: I can't stand that party's politics.
    JUDGE: Could you be fair to both sides?
    JUROR 4: No.`
  expect(findingsOf(interview).map(short)).toEqual([
    expect.stringContaining('4 bias_indicator/association_political'),
    expect.stringContaining('4 bias_indicator/explicit_inability critical'),
  ])
})

test('if only the question tells that it is a bias, the reason does not say which', () => {
  const asked = 'JUDGE: Can you listen to the officer with an open mind?'
  const [finding] = findingsOf(`${asked}\n    JUROR 4: I'd be listening for what he left out.`)
  expect(finding?.why).toBe(
    "Asked “Can you listen to the officer with an open mind?” the juror says: “I'd be listening for what he left out.”",
  )
})

test("a long pause states its length and the juror's own pace, but no meaning", () => {
  const pause = findingsOf(voirDire).find((each) => each.type === 'long_pause')
  expect(pause).toMatchObject({
    latencyMs: 4500,
    turn: 12,
    why: 'The answer came 4.5 s after the question; this juror’s usual wait is 0.7 s.',
  })
})

test('finds nothing in a transcript of groups, silence, or unknown speakers', () => {
  expect(findingsOf('JUDGE: Can you all be fair?\nJURORS: No.\nJUDGE: Anyone biased?\n(No response)')).toEqual([])
  expect(findFindings([], [])).toEqual({ findings: [], chains: [], possible: [] })
})

test('matches an answer to its question across a pause but not across a recess', () => {
  const yes = 'JUDGE: Can you be fair?\nJUROR 4: Yes.\n'
  const found = (text: string) => findingsOf(yes + text).map(({ turn, sub }) => `${turn} ${sub}`)
  expect(found('JUDGE: Would you need a break?\n(Pause.)\nJUROR 4: No.')).toEqual([])
  expect(found('JUDGE: Could you follow the law?\n(Brief pause.)\nJUROR 4: No.')).toEqual(['4 cannot_follow_law'])
  expect(found('(Recess taken.)\nJUROR 5: No.')).toEqual([])
  expect(found('JUROR 5: No.\nJUROR 6: No.')).toEqual(['2 explicit_inability', '3 explicit_inability'])
})

const listFound = (interview: string) => findingsOf(interview).map(({ turn, type, sub }) => `${turn} ${type}/${sub}`)

test.each([
  ['Did you form any opinion when you read it?', 'No, I turned to the sports.'],
  ['Were you satisfied with how the officers handled it?', 'They wrote it up and never called back.'],
  ['Do you hold that against the State?', 'No, I paid it.'],
])('after a disclosure, a plain denial is not a finding: %s %s', (question, answer) => {
  const disclosed = 'JUDGE: Have you ever been arrested?\nJUROR 4: Yes, I was arrested once.'
  expect(listFound(`${disclosed}\nJUDGE: ${question}\nJUROR 4: ${answer}`)).toEqual(['1 key_statement/legal_history'])
})

test('after a disclosure, a denial of any bias is a commitment to be fair, not rehabilitation', () => {
  const asked =
    'JUDGE: Have you ever been arrested?\nJUROR 4: Yes, I was arrested once.\nJUDGE: Would that bias you against the State?\n'
  expect(listFound(`${asked}JUROR 4: No.`)).toEqual([
    '1 key_statement/legal_history',
    '3 key_statement/unequivocal_fairness',
  ])
})

test.each([
  ['We can let you stand. Is that enough?', 'That would work for me.'],
  ['How did you hear about the summons?', 'My landlady brought it up with the mail.'],
  ['Is she your oldest?', 'The youngest. The boys are both out west.'],
])('asides in an interview about a hardship are not findings: %s %s', (question, answer) => {
  const hardship = "JUDGE: What is the problem?\nJUROR 4: I can't sit for more than half an hour because of my back."
  expect(listFound(`${hardship}\nJUDGE: ${question}\nJUROR 4: ${answer}`)).toEqual(['1 hardship/medical_self'])
})

test('a bias after a disclosure is about what was disclosed', () => {
  const known = 'JUDGE: Do you know the plaintiff?\nJUROR 4: I know her, she does my hair.'
  const hard = 'JUDGE: Would that make it hard for you?\nJUROR 4: Yes,'
  expect(listFound(`${known}\n${hard} it would be hard to go against her.`)).toEqual([
    '1 key_statement/disclosure_relationship',
    '3 bias_indicator/relationship',
  ])
  const vague = `${known}\n${hard} I'd hate to have to face her.`
  expect(listFound(vague)).toEqual(['1 key_statement/disclosure_relationship'])
  expect(possibleIn(vague)).toMatchObject([{ type: 'bias_indicator', sub: 'relationship', severity: 'low' }])
})
