import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { Ids } from './archive.rows.ts'

const importId = '11111111-1111-4111-8111-111111111111'
const id = '0193a5c0-1234-7abc-9def-0123456789ab'

test('the same import always gives a record the same new ID, and another import another one', () => {
  expect(new Ids(importId).fresh(id)).toBe(new Ids(importId).fresh(id))
  expect(new Ids(newId()).fresh(id)).not.toBe(new Ids(importId).fresh(id))
})

test('a new ID is a version 7 UUID that keeps the time of the old one, because lists sort by it', () => {
  fc.assert(
    fc.property(fc.uuid(), (old) => {
      const fresh = new Ids(importId).fresh(old)
      expect(fresh).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(fresh.slice(0, 13)).toBe(old.slice(0, 13))
      expect(fresh).not.toBe(old)
    }),
  )
})

test('a record is found in its own table only', () => {
  const ids = new Ids(importId)
  ids.add('jurors', id)
  expect([ids.of('jurors', id), ids.of('strikes', id)]).toEqual([ids.fresh(id), undefined])
  expect([ids.any(id), ids.any(newId())]).toEqual([ids.fresh(id), undefined])
})

test('an archive with an invalid or repeated ID is damaged', () => {
  const ids = new Ids(importId)
  ids.add('jurors', id)
  expect(() => ids.add('jurors', id)).toThrow(`two rows in "jurors" have the id ${id}`)
  for (const wrong of ['7', '', null, 7, `${id} `, id.toUpperCase()])
    expect(() => ids.add('jurors', wrong), String(wrong)).toThrow('a row in "jurors" has an invalid id')
})

test('text keeps IDs it doesn’t know, and JSON replaces them, so that none points to a record here', () => {
  const ids = new Ids(importId)
  ids.add('jurors', id)
  const unknown = newId()
  const fresh = ids.fresh(id)
  expect(ids.inText(`${id} and ${unknown}`)).toBe(`${fresh} and ${unknown}`)
  expect(ids.inJson({ [id]: [id, unknown, 7, null] })).toEqual({ [fresh]: [fresh, ids.fresh(unknown), 7, null] })
})

test('a person matched to a member here has that member’s ID everywhere', () => {
  const ids = new Ids(importId)
  const here = newId()
  ids.set('users', id, here)
  expect([ids.of('users', id), ids.inText(id), ids.inJson(id)]).toEqual([here, here, here])
})
