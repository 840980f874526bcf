import { expect, test } from 'vitest'
import { findCommands, type Place } from './commands.ts'

const place: Place = {
  mayCreateCase: true,
  caseId: 'c',
  boardId: null,
  sessions: [
    { id: 's2', name: 'Day 2', caseId: 'c' },
    { id: 'other', name: 'Day 9', caseId: 'd' },
    { id: 's1', name: 'Day 1', caseId: 'c' },
  ],
  jurors: [{ id: 'j', number: '018', caseId: 'c' }],
}
const find = (text: string, at: Partial<Place> = {}) =>
  findCommands(text, { ...place, ...at }).map(({ title, subtitle, href }) => [title, subtitle, href])

test('runs a command by the start of its name', () => {
  expect(find('New C')).toEqual([['New case', '', '/cases/new']])
  expect(find('new c', { mayCreateCase: false })).toEqual([])
  expect(find('open  board')).toEqual([
    ['Open board', 'Day 2', '/sessions/s2/courtroom'],
    ['Open board', 'Day 9', '/sessions/other/courtroom'],
    ['Open board', 'Day 1', '/sessions/s1/courtroom'],
  ])
  expect(find('courtroom', { sessions: [] })).toEqual([])
})

test('strikes and finds a juror by number', () => {
  for (const text of ['strike 18', 'Strike juror 18', 'strike  Juror #18', 'strike juror no. 018'])
    expect(find(text), text).toEqual([
      ['Strike juror 018…', 'Day 2', '/sessions/s2/strike-log?juror=j'],
      ['Strike juror 018…', 'Day 1', '/sessions/s1/strike-log?juror=j'],
    ])
  expect(find('Juror 18')).toEqual([['Go to juror 018', '', '/jurors/j']])
  expect(find('juror 99')).toEqual([])
  expect(find('strike 18', { sessions: [] })).toEqual([])
})

test('opens a juror on the open board instead of leaving it', () => {
  expect(find('juror 18', { boardId: 's1' })).toEqual([
    ['Open juror 018', 'This board', '/sessions/s1/courtroom?juror=j'],
  ])
  expect(find('strike 18', { boardId: 's1' })).toEqual([
    ['Strike juror 018…', 'This board', '/sessions/s1/courtroom?juror=j'],
  ])
})

test("doesn't offer commands for word searches", () => {
  expect(find('n')).toEqual([])
  expect(find('juror')).toEqual([['Open jurors', 'This case', '/cases/c?tab=jurors']])
  expect(find('I know the officer')).toEqual([])
})
