import { expect, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { SeatedJuror } from '#contract/jurors/seats.ts'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

const occupations = ['Nurse', 'Teacher', 'Truck driver', 'Line cook']

async function send<T>(page: Page, method: 'post' | 'put' | 'patch', path: string, data: object): Promise<T> {
  const answer = await page.request[method](path, { data })
  expect([path, answer.status(), answer.status() === 200 ? '' : await answer.text()]).toEqual([path, 200, ''])
  return (await answer.json()) as T
}

async function fillPanel(page: Page): Promise<{ sessionId: string }> {
  const { caseId, sessionId } = await reviewable(page)
  const { version } = (await (await page.request.get(`/api/cases/${caseId}`)).json()) as { version: number }
  await send(page, 'patch', `/api/cases/${caseId}`, {
    ...{ version, caseType: 'criminal_felony', court: 'U.S. District Court', forumId: 'us_fed_criminal' },
    parties: [
      { name: 'The United States', role: 'prosecution', side: 'plaintiff' },
      { name: 'A. Example', role: 'defendant', side: 'defense' },
    ],
    ...{ selectionMethod: 'strike_and_replace', ourSide: 'defense', jurySize: 12, alternates: 0 },
    strikeBudget: {
      us: 1,
      them: 1,
      alternatesUs: 0,
      alternatesThem: 0,
      source: 'order',
      orderNote: 'Order of the day',
    },
  })
  await send(page, 'post', `/api/cases/${caseId}/status`, { to: 'active' })
  for (let number = 13; number <= 24; number += 1) {
    const occupation = occupations[number % occupations.length]
    const juror = await send<{ id: string }>(page, 'post', `/api/cases/${caseId}/jurors`, {
      jurorNumber: String(number),
      occupation,
    })
    if (number === 18) await send(page, 'put', `/api/jurors/${juror.id}/rating`, { lean: -2 })
  }
  const found = (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]
  const worst = found.find(({ juror, severity }) => juror?.number === '18' && severity === 'critical')!
  await send(page, 'post', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: [{ id: worst.id, version: worst.version }],
  })
  return { sessionId }
}

test('the board sees people: seats, findings, hands, quotes, and the projected jury', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const { sessionId } = await fillPanel(page)
  const court = `/sessions/${sessionId}/courtroom`
  const seats = async () =>
    ((await (await page.request.get(`/api/sessions/${sessionId}/seats`)).json()) as SeatedJuror[]).length
  await page.goto(court)

  await test.step('one action seats everyone in call order, with Undo', async () => {
    await page.getByRole('button', { name: 'Seat in call order' }).click()
    await expect(page.getByText('12 of 12 seats are taken.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(seats).toBe(0)
  })

  await test.step('a pasted strike sheet seats jurors and reports the unusable line', async () => {
    await page.getByRole('button', { name: 'Paste strike sheet' }).click()
    const dialog = page.getByRole('dialog')
    const sheet = Array.from({ length: 11 }, (_, at) => `${at + 1}\t${at + 13}\tA. Example`)
    await dialog.getByLabel('Strike sheet').fill([...sheet, '12\t99\tNobody'].join('\n'))
    await expect(dialog.getByText('Not on the panel: 12 99 Nobody')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Seat 11 jurors' }).click()
    await expect.poll(seats).toBe(11)
  })

  const tile = (from: Page) => from.getByRole('button', { name: /juror 18\b/ })
  await test.step('a tile shows the juror, our rating, and the worst finding', async () => {
    await expect(tile(page)).toHaveAccessibleName(
      /^Seat 6, juror 18, Truck driver, rated −2, confirmed: critical, suggested: high/,
    )
    await expect(page.getByText('Their turn')).toBeVisible()
    await expect(page.getByText(/^Synced \d+:\d\d:\d\d/)).toBeVisible()
  })

  await test.step('the projected jury strikes our lowest-rated juror', async () => {
    const card = page.getByRole('list', { name: 'Projected jury with every strike used' })
    await expect(card.getByText('juror 18')).toHaveCount(0)
    await expect(page.getByText(/We strike 18 · They strike/)).toBeVisible()
  })

  const phone = await (
    await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
    })
  ).newPage()
  await test.step('a phone keeps the shape of the box, and its card plays the quote', async () => {
    await phone.goto(court)
    const [front, back] = await Promise.all(
      [/^Seat 1,/, /^Seat 7,/].map((name) => phone.getByRole('button', { name }).boundingBox()),
    )
    expect([front!.x === back!.x, front!.y > back!.y, front!.width >= 44]).toEqual([true, true, true])
    await tile(phone).focus()
    await phone.keyboard.press('Enter')
    const quotes = phone.getByRole('dialog').getByRole('region', { name: 'Quotes' })
    await expect(quotes.getByText('Critical').first()).toBeVisible()
    await quotes
      .getByRole('button', { name: /^Play from/ })
      .first()
      .click()
    await expect(quotes.locator('video')).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step('a raised hand on the phone reaches the laptop', async () => {
    await phone.getByRole('dialog').getByRole('button', { name: 'Raised hand' }).click()
    await expect(tile(page)).toHaveAccessibleName(/1 hand raised/)
    await expect(phone.getByRole('region', { name: 'Notes' }).getByText('Raised hand')).toBeVisible()
  })
})
