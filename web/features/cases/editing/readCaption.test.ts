import { expect, test } from 'vitest'
import { emptyCase } from './caseFields.ts'
import { readCaption } from './readCaption.ts'

const read = (title: string, given: Partial<typeof emptyCase> = {}) =>
  readCaption({ ...emptyCase, title, ...given }).map(({ name, role, side }) => [name, role, side])

test('reads the two parties of a caption', () => {
  expect(read('State v. Example')).toEqual([
    ['State', 'prosecution', 'plaintiff'],
    ['Example', 'defendant', 'defense'],
  ])
  expect(read('Alder & Sons, Inc. vs. Birch LLC, et al.')).toEqual([
    ['Alder & Sons, Inc.', 'plaintiff', 'plaintiff'],
    ['Birch LLC', 'defendant', 'defense'],
  ])
  expect(read('Alder v. Birch', { caseType: 'criminal_felony' })[0]).toEqual(['Alder', 'prosecution', 'plaintiff'])
  expect(read('Alder v. Birch', { ourSide: 'prosecution' })[0]).toEqual(['Alder', 'prosecution', 'plaintiff'])
})

test('names no parties if the title isn’t a caption', () => {
  for (const title of ['In re Example', 'A v. B v. C', 'v. Example', 'Example v. ', 'Vivian versus']) {
    expect(read(title), title).toEqual([])
  }
})
