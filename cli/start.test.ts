import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createFirstFirmLink } from '#server/control-verbs.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { announceFirstFirm } from './start.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
  return () => at.close()
})
const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
})

async function announce(atTerminal: boolean): Promise<string> {
  process.stdout.isTTY = atTerminal
  const said = vi.spyOn(console, 'log').mockReturnValue()
  const { db } = at.parts.database
  await announceFirstFirm({ app: at.app, createFirstFirmLink: () => createFirstFirmLink(db, 'http://localhost:3000') })
  const lines = said.mock.calls.flat().join('\n')
  said.mockRestore()
  return lines
}

test("prints the first firm's link to a terminal but never to a log", async () => {
  expect(await announce(true)).toMatch(/http:\/\/localhost:3000\/sign-up\?token=\S{20}/)
  const logged = await announce(false)
  expect(logged).toContain('./venire firm-link')
  expect(logged).not.toMatch(/token|http/)
  await at.person()
  expect([await announce(true), await announce(false)]).toEqual(['', ''])
})
