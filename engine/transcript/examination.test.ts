import { expect, test } from 'vitest'
import { importTranscript } from './import.ts'

const read = (text: string) => importTranscript(new TextEncoder().encode(text), 'day.txt')
const brief = (text: string) =>
  read(text)
    .turns.filter(({ role }) => role !== 'note')
    .map(({ speaker, role, jurorNumber, text }) => `${speaker} | ${role} | ${jurorNumber ?? '-'} | ${text}`)
const answers = (text: string) => brief(text).filter((line) => /Answer/.test(line))

const opening = 'THE COURT: We continue with voir dire.\n\n'
const exam = 'BY MR. HALE:\nQ. Question one?\nA. Answer one.\nQ. Question two?\nA. Answer two.\n'

test.each([
  ['JUROR NO. 7, having been duly sworn, testified as follows:', 'JUROR NO. 7', '7'],
  [
    'PROSPECTIVE JUROR NO. 7,\nhaving been first duly sworn, was examined and\ntestified as follows:',
    'PROSPECTIVE JUROR NO. 7',
    '7',
  ],
  [
    'VENIREPERSON NO. 14,\ncalled for examination, being duly sworn, was\nexamined as follows:',
    'VENIREPERSON NO. 14',
    '14',
  ],
  ['VENIREMAN 22, SWORN', 'VENIREMAN 22', '22'],
  ['PROSPECTIVE JUROR NUMBER SEVEN, SWORN.', 'PROSPECTIVE JUROR NUMBER SEVEN', '7'],
  ['JUROR NO. 31 (TESSA VANE),\nhaving been previously sworn, resumed and testified:', 'JUROR NO. 31', '31'],
  ['JUROR NO. 31 - TESSA VANE', 'JUROR NO. 31', '31'],
  ['VOIR DIRE EXAMINATION OF JUROR NO. 12', 'JUROR NO. 12', '12'],
  ['Voir Dire Examination of Juror No. 12', 'JUROR NO. 12', '12'],
  [
    'TESSA VANE, PROSPECTIVE JUROR NO. 9,\nhaving been duly sworn, testified as follows:',
    'PROSPECTIVE JUROR NO. 9',
    '9',
  ],
  ['TESSA VANE,\ncalled as a prospective juror, having been duly\nsworn, testified as follows:', 'TESSA VANE', '-'],
  ['TESSA VANE\nVOIR DIRE EXAMINATION', 'TESSA VANE', '-'],
  ['INDIVIDUAL VOIR DIRE OF MS. VANE', 'MS. VANE', '-'],
  ['EXAMINATION OF PROSPECTIVE JUROR VANE', 'PROSPECTIVE JUROR VANE', '-'],
  ['(Juror No. 8 enters the courtroom.)', 'JUROR NO. 8', '8'],
])('%s: every A. belongs to that juror', (heading, speaker, number) => {
  expect(answers(`${opening}${heading}\n${exam}`)).toEqual([
    `${speaker} | juror | ${number} | Answer one.`,
    `${speaker} | juror | ${number} | Answer two.`,
  ])
})

test("the court's questions, notes, objections, and a re-examination stay with the juror", () => {
  const text = `${opening}JUROR NO. 7,\nhaving been duly sworn, testified as follows:\nVOIR DIRE EXAMINATION\n${exam}THE COURT: May I ask? Would that be hard?\nA. Answer three.\nTHE COURT: Are you sure?\nTHE JUROR: Answer four.\nTHE COURT: Go on.\nTHE PROSPECTIVE JUROR: Answer five.\n(Pause in the proceedings.)\nQ. And?\nA. Answer six.\nMS. REED: Objection.\nTHE COURT: Overruled.\nA. Answer seven.\nFURTHER EXAMINATION\nBY MS. REED:\nQ. You said so?\nA. Answer eight.\nRE-EXAMINATION BY MR. HALE:\nQ. Done?\nTHE WITNESS: Answer nine.\n`
  expect(answers(text)).toHaveLength(9)
  for (const line of answers(text)) expect(line).toMatch(/^JUROR NO\. 7 \| juror \| 7 /)
})

test('in a panel, the answerer changes when a juror is called on or gives a number', () => {
  const text = `${opening}BY MR. HALE:\nQ. Juror No. 4, do you agree?\nA. Answer four.\nQ. Thank you, Juror No. 4. Juror No. 9, what about you?\nA. Answer nine.\nQ. Anybody else? Yes, sir.\nA. Juror 12. Answer twelve.\nQ. Why is that?\nA. Answer twelve again.\nQ. How about you, Juror No. 2?\nA. Answer two.\n`
  expect(answers(text).map((line) => line.split(' | ')[2])).toEqual(['4', '9', '12', '12', '2'])
})

test('a trial witness and a mentioned juror change nothing', () => {
  const trial =
    'THE COURT: Call your witness.\n\nTESSA VANE,\nhaving been duly sworn, testified as follows:\nDIRECT EXAMINATION\n'
  expect(answers(trial + exam)[0]).toBe('THE WITNESS | witness | - | Answer one.')
  const mention = `${opening}JUROR NO. 7, SWORN\nBY MR. HALE:\nQ. What do you think about Juror No. 9?\nA. Answer one.\nQ. Juror No. 9 said she agrees. Do you?\nA. Answer two.\n`
  expect(answers(mention).map((line) => line.split(' | ')[2])).toEqual(['7', '7'])
})

test("a named juror keeps the heading's number under another label", () => {
  const text = `${opening}TESSA VANE, PROSPECTIVE JUROR NO. 9,\nhaving been duly sworn, testified as follows:\n${exam}THE COURT: Ms. Vane?\nMS. VANE: Answer three.\n`
  expect(answers(text).at(-1)).toBe('PROSPECTIVE JUROR NO. 9 | juror | 9 | Answer three.')
})

test('names no one if unsure and shows the label', () => {
  const panel = `${opening}JUROR NO. 4: I do.\nJUROR NO. 5: I do too.\nBY MR. HALE:\nQ. Tell me more?\nA. Answer one.\n`
  expect(answers(panel)).toEqual(['A. (Juror 5?) | unknown | - | Answer one.'])
  expect(read(panel).warnings.join(' ')).toContain('“A. (Juror 5?).”')
  const name = `${opening}TESSA VANE,\nhaving been duly sworn, testified as follows:\nEXAMINATION\n${exam}`
  expect(answers(name)[0]).toBe('A. (Tessa Vane?) | unknown | - | Answer one.')
  const called = `${opening}BY MR. HALE:\nQ. Ms. Vane, and you?\nA. Answer one.\n`
  expect(answers(called)).toEqual(['A. (Ms. Vane?) | unknown | - | Answer one.'])
})

test("an answer after a juror leaves isn't that juror's", () => {
  const text = `${opening}JUROR NO. 7, SWORN\n${exam}(Juror No. 7 exits the courtroom.)\nQ. And you?\nA. Answer three.\n`
  expect(answers(text).at(-1)).toBe('THE WITNESS | witness | - | Answer three.')
})

const seven = `${opening}JUROR NO. 7, SWORN\nBY MR. HALE:\n`
const speakers = (text: string) => answers(text).map((line) => line.split(' | ')[0])

test.each([
  ['Yes, Juror No. 12 is my neighbor. Answer.', 'JUROR NO. 7'],
  ['No. Juror 3 talked about it. Answer.', 'JUROR NO. 7'],
  ['Juror one time told me. Answer.', 'JUROR NO. 7'],
  ["I'm Juror 3's cousin. Answer.", 'JUROR NO. 7'],
  ['Juror 3. Answer.', 'JUROR NO. 7'],
  ["I'm Juror 3. Answer.", 'A. (Juror 3?)'],
])('an answer that begins with another juror isn’t surely that juror’s: %s', (answer, speaker) => {
  expect(speakers(`${seven}Q. And?\nA. ${answer}\n`)).toEqual([speaker])
})

test('in a panel, a juror may give a number, but doubt remains if another was called', () => {
  const panel = (question: string, answer: string) =>
    speakers(`${opening}BY MR. HALE:\nQ. ${question}\nA. ${answer} Answer.\n`)
  expect(panel('Yes, sir?', 'Juror 12.')).toEqual(['JUROR 12'])
  expect(panel('Yes, sir?', 'Juror 12, she told me.')).toEqual(['THE WITNESS'])
  expect(panel('Yes, sir?', 'Juror 12 told me.')).toEqual(['THE WITNESS'])
  expect(panel('Juror 9, and you?', "I'm Juror 12.")).toEqual(['A. (Juror 12?)'])
})

test.each([
  ['Did you agree with Juror No. 5 and Juror No. 6?', ['JUROR NO. 7']],
  ['You sat next to, what, Juror No. 6?', ['A. (Juror 6?)']],
  ['And Juror No. 5, she said she couldn’t. Do you agree?', ['JUROR NO. 7']],
  ['Okay, Juror No. 5, what about you?', ['A. (Juror 5?)']],
  ['Juror No. 7, do you agree?', ['JUROR NO. 7']],
])(
  'under a heading, a question that mentions another juror names nobody else for certain: %s',
  (question, expected) => {
    expect(speakers(`${seven}Q. ${question}\nA. Answer.\n`)).toEqual(expected)
  },
)

test('in a panel, a mentioned juror isn’t called', () => {
  const panel = (question: string) =>
    speakers(`${opening}BY MR. HALE:\nQ. Juror No. 4, do you?\nA. Answer.\nQ. ${question}\nA. Answer.\n`)[1]
  expect(panel('Did you agree with Juror No. 5 and Juror No. 6?')).toBe('JUROR NO. 4')
  expect(panel('And Juror No. 5, she said she couldn’t. Do you agree?')).toBe('JUROR NO. 4')
  expect(panel('You sat next to, what, Juror No. 6?')).toBe('A. (Juror 6?)')
  expect(panel('And Juror No. 5, do you agree?')).toBe('JUROR NO. 5')
})

test.each([
  ['Does anyone disagree? Yes, sir.', 'A. (Juror 7?)'],
  ['Please raise your hand if you agree.', 'A. (Juror 7?)'],
  ['Who else? The gentleman in the back.', 'A. (Juror 7?)'],
  ['Next juror, please. Good morning.', 'A. (Juror 7?)'],
  ['Are you Juror 116?', 'A. (Juror 116?)'],
  ['Bring in Juror 116. Good morning.', 'A. (Juror 7?)'],
  ['Thank you, Juror 116. What is your job?', 'JUROR NO. 7'],
  ['Have you or anyone in your family been arrested?', 'JUROR NO. 7'],
  ['Has anyone in your home served?', 'JUROR NO. 7'],
  ['Please raise your right hand.', 'JUROR NO. 7'],
])(
  'a question to the group or about another juror leaves doubt until the next juror is named: %s',
  (asked, speaker) => {
    const text = `${seven}Q. Ready?\nA. Answer.\nTHE COURT: ${asked}\nA. Answer.\nQ. Why?\nA. Answer.\n`
    expect(speakers(text)).toEqual(['JUROR NO. 7', speaker, speaker])
    expect(speakers(`${text}JUROR NO. 8, SWORN\nQ. Ready?\nA. Answer.\n`).at(-1)).toBe('JUROR NO. 8')
  },
)

test.each([
  ['JUROR NO. 8', ''],
  ['JUROR NO. 8,\nhaving been duly sworn, testified as follows:', ''],
  ['Juror No. 8', '\n'],
])('a heading counts after an unfinished sentence: %s', (heading, gap) => {
  const text = `${seven}Q. Ready?\nA. Answer one, and I\nwould\n${gap}${heading}\nBY MR. HALE:\nQ. Ready?\nA. Answer two.\n`
  expect(speakers(text)).toEqual(['JUROR NO. 7', 'JUROR NO. 8'])
})

test("a juror named mid-sentence isn't a heading in an all-caps or double-spaced transcript", () => {
  const capitals = `${seven}Q. READY?\nA. ANSWER ONE. I AGREE WITH\nJUROR NO. 8\nQ. WHY?\nA. ANSWER TWO.\n`
  expect(brief(capitals).filter((line) => line.startsWith('JUROR NO. 8'))).toEqual([])
  const spaced = `${seven}Q. Ready?\nA. Answer one. I agree with\nJuror No. 8\nQ. Why?\nA. Answer two.\n`
  expect(speakers(spaced.replaceAll('\n', '\n\n'))).toEqual(['JUROR NO. 7', 'JUROR NO. 7'])
})

const vane = (number: number, name: string) =>
  `${name}, PROSPECTIVE JUROR NO. ${number},\nhaving been duly sworn, testified as follows:\n${exam}`

test('a surname shared by two jurors identifies neither', () => {
  const text = `${opening}${vane(9, 'TESSA VANE')}${vane(11, 'OMAR VANE')}THE COURT: Go on.\nMS. VANE: Answer three.\n`
  expect(answers(text).at(-1)).toBe('MS. VANE | unknown | - | Answer three.')
})

test.each([
  ['COURT', 'THE COURT: Answer three.', 'THE COURT | judge'],
  ['CLERK', 'THE CLERK: Answer three.', 'THE CLERK | clerk'],
  ['HALE', 'MR. HALE: Answer three.', 'MR. HALE | attorney'],
  ['VANE', 'RUTH VANE: Yes.\nRUTH VANE: Answer three.', 'RUTH VANE | unknown'],
])("a juror named %s isn't everyone with that name", (name, line, expected) => {
  const text = `${opening}${vane(9, `TESSA ${name}`)}${line}\n`
  expect(answers(text).at(-1)).toMatch(expected)
})

test("“THE JUROR:” after a question to the group isn't the juror examined before", () => {
  const text = `${seven}Q. Ready?\nTHE JUROR: Answer.\nTHE COURT: Does anyone disagree?\nTHE JUROR: Answer.\n`
  expect(speakers(text)).toEqual(['JUROR NO. 7', 'THE JUROR'])
})
