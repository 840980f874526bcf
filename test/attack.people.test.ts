import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let administrator: Person
let firmId: string
beforeAll(async () => {
  at = await testApp()
  administrator = await at.person()
  ;({ firmId } = administrator.actor)
})
afterAll(() => at.close())

const member = () => at.person({ firmId, role: 'member' })
const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)

test('the order and cursor of a list reveal no trial date behind the wall', async () => {
  const lead = await member()
  const dates = ['2031-02-03', null, '2030-05-06']
  const ids: string[] = []
  for (const date of dates) {
    const id = await buildCase(at.parts.database.db, lead.actor)
    await query('update cases set trial_date = $2 where id = $1', [id, date])
    ids.push(id)
  }
  const listed: string[] = []
  let cursor = ''
  do {
    const url = `/api/cases?scope=firm&sort=trial_date&limit=1${cursor && `&cursor=${cursor}`}`
    const response = await administrator.call('GET', url)
    listed.push(...response.json<{ id: string }[]>().map(({ id }) => id))
    cursor = String(response.headers['x-next-cursor'] ?? '')
    expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/203[01]-/)
  } while (cursor)
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
})
