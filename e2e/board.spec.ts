import { expect, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { layoutFor } from '#contract/sessions/seating.ts'
import type { SeatedJuror } from '#contract/jurors/seats.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { expectAccessible } from './accessible.ts'
import { countActs, readActs } from './acts.ts'
import { signUpQuickly } from './people.ts'
import { reviewable } from './reviewable.ts'

const occupations = ['Nurse', 'Teacher', 'Truck driver', 'Gardener']

async function send<T>(page: Page, method: 'post' | 'put' | 'patch', path: string, data: object): Promise<T> {
  const answer = await page.request[method](path, { data })
  expect([path, answer.status(), answer.status() === 200 ? '' : await answer.text()]).toEqual([path, 200, ''])
  return (await answer.json()) as T
}

async function activate(page: Page, caseId: string): Promise<void> {
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
}

async function fillPanel(page: Page): Promise<{ sessionId: string }> {
  const { caseId, sessionId } = await reviewable(page)
  await activate(page, caseId)
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

test('tiles of unseated and struck jurors say how far their strikes are, without cutting text', async ({ page }) => {
  test.setTimeout(180_000)
  await signUpQuickly(page)
  const data = { title: 'State v. Example', caseNumber: `T-${Math.round(performance.now())}` }
  const { id: caseId } = await send<{ id: string }>(page, 'post', '/api/cases', data)
  const plan = { type: 'jury_voir_dire', date: null }
  const { id: sessionId } = await send<{ id: string }>(page, 'post', `/api/cases/${caseId}/sessions`, plan)
  await activate(page, caseId)
  const evidence = [{ source: 'note', note: 'Said so at sidebar.' }]
  const reason = { basis: ['stated_answer'], rationale: 'The juror said that he knows the officer well.', evidence }
  const eventId = () => crypto.randomUUID()
  const moves = { '1': [], '2': ['submit'], '3': ['submit', 'approve'], '4': ['submit', 'approve', 'exercise'] }
  for (const [jurorNumber, steps] of Object.entries(moves)) {
    const juror = await send<{ id: string }>(page, 'post', `/api/cases/${caseId}/jurors`, { jurorNumber })
    const planned = { ...reason, eventId: eventId(), jurorId: juror.id, kind: 'peremptory' }
    let strike = await send<Strike>(page, 'post', `/api/sessions/${sessionId}/strikes`, planned)
    for (const move of steps)
      strike = await send<Strike>(page, 'post', `/api/strikes/${strike.id}/moves`, {
        ...{ eventId: eventId(), version: strike.version, move },
        ...(move === 'exercise' && { courtAllowed: 'The court allowed it.' }),
        ...(move === 'approve' && { acknowledgement: 'Reviewed with the team.' }),
      })
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['courtroom', 'strike-log?tab=seating']) {
      await page.goto(`/sessions/${sessionId}/${path}`)
      for (const [group, number, status] of [
        ['Not seated', '1', /^Draft$/],
        ['Not seated', '2', /^Submitted$/],
        ['Not seated', '3', /^Approved$/],
        ['Off the panel', '4', /^By us$/],
      ] as const) {
        const tile = page
          .getByRole('region', { name: group })
          .getByRole('button', { name: new RegExp(`^juror ${number},`) })
        await expect(tile.getByText(status)).toBeVisible()
        await expect(tile.getByText(/^Peremptory( \d)?$/).last()).toBeVisible()
        const cut = await tile.evaluate((each) =>
          [each, ...each.querySelectorAll('span:not(.tabular)')]
            .filter((one) => one.clientHeight > 0)
            .some((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1),
        )
        expect([path, width, number, cut]).toEqual([path, width, number, false])
      }
    }
  }
})

test('the board sees people: seats, findings, hands, quotes, and the projected jury', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const { sessionId } = await fillPanel(page)
  const court = `/sessions/${sessionId}/courtroom`
  const seats = async () =>
    ((await (await page.request.get(`/api/sessions/${sessionId}/seats`)).json()) as SeatedJuror[]).length
  await page.goto(court)

  await test.step('one action seats everyone in call order, with Undo', async () => {
    const acts = countActs()
    await acts.click(page.getByRole('button', { name: 'Seat in call order' }))
    expect(acts.total()).toBe(readActs('Seat a panel in call order on the board'))
    await expect(page.getByText('12 of 12 seats are taken.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(seats).toBe(0)
  })

  await test.step('a pasted strike sheet seats jurors and reports the unusable line', async () => {
    const acts = countActs()
    await acts.click(page.getByRole('button', { name: 'Paste strike sheet' }))
    const dialog = page.getByRole('dialog')
    const sheet = Array.from({ length: 11 }, (_, at) => `${at + 1}\t${at + 13}\tA. Example`)
    await dialog.getByLabel('Strike sheet').fill([...sheet, '12\t99\tNobody'].join('\n'))
    await expect(dialog.getByText('Not on the panel: 12 99 Nobody')).toBeVisible()
    await expectAccessible(page)
    await acts.click(dialog.getByRole('button', { name: 'Seat 11 jurors' }))
    await expect.poll(seats).toBe(11)
    expect(acts.total()).toBe(readActs('Seat a panel from the court’s strike sheet'))
  })

  const tile = (from: Page) => from.getByRole('button', { name: /juror 18\b/ })
  await test.step('a tile shows the juror, our rating, and the worst finding', async () => {
    await expect(tile(page)).toHaveAccessibleName(
      /^Seat 6, juror 18, Truck driver, rated −2, confirmed: critical, suggested: high/,
    )
    await expect(page.getByText('Their turn', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Synced \d+:\d\d:\d\d/)).toBeVisible()
  })

  await test.step('one line counts strikes, seats, and the strike zone above the jury box', async () => {
    const counts = page.locator('header dl > div')
    await expect(counts).toHaveText([
      'Our strikes1 of 1 left',
      'Their strikes1 of 1 left',
      'Seats filled11 of 12',
      'Strike zoneAll',
    ])
    const tops = await counts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    const box = await page.getByRole('region', { name: 'Jury box' }).boundingBox()
    expect(box!.y).toBeLessThan(200)
    const sizes = await tile(page).evaluate((each) =>
      [...each.querySelectorAll('span')]
        .filter(({ textContent }) => textContent === '18')
        .map((of) => getComputedStyle(of).fontSize),
    )
    expect(sizes).toEqual(['52px'])
  })

  await test.step('the projected jury strikes our lowest-rated juror', async () => {
    const card = page.getByRole('list', { name: 'Projected jury with every strike used' })
    await expect(card.getByText('Juror 18')).toHaveCount(0)
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

  await test.step('a hand, a note, a tag, and a rating can each be undone from the card', async () => {
    const card = phone.getByRole('dialog')
    const undo = card.getByRole('button', { name: 'Undo', exact: true })
    const notes = card.getByRole('region', { name: 'Notes' })
    await undo.click()
    await expect(tile(page)).not.toHaveAccessibleName(/hand raised/)
    await expect(notes.getByText('No notes yet.')).toBeVisible()
    for (const kind of ['Answer', 'Note', 'Tag']) {
      await card.getByLabel('Add a note').fill('Nods at the judge')
      await card.getByRole('button', { name: kind, exact: true }).click()
      await expect(notes.getByText('Nods at the judge')).toBeVisible()
      await undo.click()
      await expect(notes.getByText('No notes yet.')).toBeVisible()
    }
    await expect(card.getByRole('button', { name: '−2, Strongly against us', pressed: true })).toBeVisible()
    await card.getByRole('button', { name: '+1, Leans toward us' }).click()
    await expect(tile(page)).toHaveAccessibleName(/rated \+1/)
    await undo.click()
    await expect(tile(page)).toHaveAccessibleName(/rated −2/)
    await expect(card).toBeVisible()
  })
})

test('a juror is found and marked a no-show offline, sent later, and undone', async ({ page }) => {
  test.setTimeout(180_000)
  const { sessionId } = await fillPanel(page)
  const former = await page.context().newPage()
  await former.goto('/robots.txt')
  await page.bringToFront()
  await page.goto(`/sessions/${sessionId}/courtroom`)
  const tile = page.getByRole('button', { name: /juror 20\b/ })
  await expect(tile).toBeVisible()
  const status = async () =>
    ((await (await page.request.get(`/api/sessions/${sessionId}/strike-board`)).json()) as StrikeBoard).jurors.find(
      ({ number }) => number === '20',
    )?.status
  const search = page.getByRole('combobox', { name: 'Search' })
  await page.keyboard.press('Control+k')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await search.fill('juror 20')
  await expect(page.getByRole('option', { name: 'Open juror 20' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: /^Juror 20/ })
    .getByRole('button', { name: 'No-show' })
    .click()
  await expect(page.getByText('1 saved on this device', { exact: false })).toBeVisible()
  await expect(page.getByText(/, 1 no-show$/)).toBeVisible()
  await test.step('a tab of an earlier version adds a note', async () => {
    await former.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.startsWith('court.'))!
      const [court, userId, , session] = key.split('.')
      const [{ act }] = JSON.parse(localStorage.getItem(key)!) as [{ act: object }]
      const note = { ...act, eventId: crypto.randomUUID(), kind: 'note', noteKind: 'note', text: 'Absent.' }
      localStorage.setItem(`${court}.${userId}.${session}`, JSON.stringify([{ act: note, problem: null }]))
    })
    await expect(page.getByText('2 saved on this device', { exact: false })).toBeVisible()
  })
  await page.context().setOffline(false)
  await expect.poll(status).toBe('no_show')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(status).toBe('in_venire')
  await expect(page.getByText(/, 1 no-show$/)).toBeHidden()
  const listKept = () => page.evaluate(() => Object.keys(localStorage).filter((each) => each.startsWith('court.')))
  await expect.poll(listKept).toEqual([])
})

test('a venire of 60 keeps the shape of its box on a laptop and a phone', async ({ page }) => {
  test.setTimeout(180_000)
  await signUpQuickly(page)
  const data = { title: 'State v. Sixty', caseNumber: 'B-60' }
  const { id: caseId } = await send<{ id: string }>(page, 'post', '/api/cases', data)
  const plan = { type: 'jury_voir_dire', date: null, seatingLayout: layoutFor(60) }
  const { id: sessionId } = await send<{ id: string }>(page, 'post', `/api/cases/${caseId}/sessions`, plan)
  for (let number = 1; number <= 60; number += 1) {
    const occupation = occupations[number % occupations.length]
    const added = { jurorNumber: String(number), occupation }
    const { id: jurorId } = await send<{ id: string }>(page, 'post', `/api/cases/${caseId}/jurors`, added)
    if (number !== 12) continue
    const hand = { eventId: crypto.randomUUID(), jurorId, kind: 'hand', text: 'Raised hand' }
    await send(page, 'post', `/api/sessions/${sessionId}/live-notes`, hand)
    await send(page, 'put', `/api/jurors/${jurorId}/rating`, { lean: -2 })
  }
  await send(page, 'post', `/api/sessions/${sessionId}/seats/fill`, {})
  for (const width of [1440, 390]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/sessions/${sessionId}/courtroom`)
      const seats = page.getByRole('button', { name: /^Seat \d+,/ })
      await expect(seats).toHaveCount(60)
      const boxes = new Map<number, { x: number; y: number; width: number; height: number }>()
      for (const seat of await seats.all()) {
        const name = (await seat.getAttribute('aria-label')) ?? ''
        boxes.set(Number(/^Seat (\d+)/.exec(name)?.[1]), (await seat.boundingBox())!)
      }
      const at = (seat: number) => boxes.get(seat)!
      for (let seat = 1; seat <= 60; seat += 1) {
        const row = Math.floor((seat - 1) / 10)
        expect([seat, at(seat).y, at(seat).x]).toEqual([seat, at(row * 10 + 1).y, at(((seat - 1) % 10) + 1).x])
        expect(at(seat).width).toBeGreaterThanOrEqual(44)
        expect(at(seat).height).toBe(at(1).height)
      }
      expect(at(11).y).toBeLessThan(at(1).y)
      const page60 = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(page60).toBeLessThanOrEqual(0)
      const tile = page.getByRole('button', { name: /juror 12\b/ })
      await tile.scrollIntoViewIfNeeded()
      await expect(tile.getByText('Nurse')).toBeVisible()
      await expect(tile.getByText('−2')).toBeVisible()
      await expect(tile.getByText('1', { exact: true })).toBeVisible()
      await expect(
        page.getByRole('button', { name: /juror 11\b/ }).getByText('Gardener', { exact: true }),
      ).toBeVisible()
      const cut = await tile.evaluate((each) => each.scrollHeight - each.clientHeight)
      expect(cut).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    })
  }
})
