import { expect, type Page, test } from '@playwright/test'
import type { Account } from '#contract/account/auth.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { groundsFor } from '#law/grounds/grounds.ts'
import { expectAccessible } from './accessible.ts'
import { openLine } from './line.ts'
import { password } from './people.ts'
import { reviewable } from './reviewable.ts'

test.use({ serviceWorkers: 'allow' })

/** How long a strike may take to reach other screens, in ms. Busy machines may need more time. */
const soon = { timeout: Number(process.env.E2E_SOON_MS ?? 2000) }

const json = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(path)).json()) as T
async function send(page: Page, method: 'post' | 'put' | 'patch', path: string, data: object): Promise<unknown> {
  const answer = await page.request[method](path, { data })
  expect([path, answer.status(), answer.status() === 200 ? '' : await answer.text()]).toEqual([path, 200, ''])
  return answer.json()
}

async function addConsultant(lead: Page, guest: Page, caseId: string): Promise<void> {
  const email = `consultant-${Math.round(performance.now())}@firm.example`
  const { url } = (await send(lead, 'post', '/api/team/invitations', {
    email,
    role: 'member',
    profession: 'consultant',
  })) as { url: string }
  await send(guest, 'post', '/api/auth/invitation/accept', {
    token: new URL(url, 'http://x').searchParams.get('token'),
    name: 'Sample Consultant',
    password,
  })
  const { userId } = await json<Account>(guest, '/api/auth/account')
  await send(lead, 'post', `/api/cases/${caseId}/members`, { userId, role: 'consultant' })
}

async function selecting(page: Page): Promise<{ caseId: string; sessionId: string }> {
  const { caseId, sessionId } = await reviewable(page)
  await send(page, 'patch', `/api/cases/${caseId}`, {
    version: (await json<{ version: number }>(page, `/api/cases/${caseId}`)).version,
    caseType: 'criminal_felony',
    court: 'U.S. District Court',
    county: 'Cook',
    state: 'Illinois',
    judge: 'J. Example',
    parties: [
      { name: 'The United States', role: 'prosecution', side: 'plaintiff' },
      { name: 'A. Example', role: 'defendant', side: 'defense' },
    ],
    forumId: 'us_fed_criminal',
    selectionMethod: 'struck_panel',
    issues: [{ name: 'Silence', description: '', watchWords: ['innocent', 'evidence'] }],
    ourSide: 'defense',
    jurySize: 2,
    alternates: 0,
    strikeBudget: {
      us: 2,
      them: 2,
      alternatesUs: 0,
      alternatesThem: 0,
      source: 'order',
      orderNote: 'Order of the day',
    },
  })
  await send(page, 'post', `/api/cases/${caseId}/status`, { to: 'active' })
  for (const jurorNumber of ['3', '18', '24', '31']) {
    await send(page, 'post', `/api/cases/${caseId}/jurors`, { jurorNumber })
  }
  await send(page, 'post', `/api/sessions/${sessionId}/seats/fill`, {})
  return { caseId, sessionId }
}

const fetchBoard = (page: Page, sessionId: string) => json<StrikeBoard>(page, `/api/sessions/${sessionId}/strike-board`)
const tile = (page: Page, number: string) => page.getByRole('button', { name: new RegExp(`juror ${number}\\b`) })

test("takes a strike from a consultant's draft to the ruling that restores it", async ({ page: lead, browser }) => {
  test.setTimeout(240_000)
  const { caseId, sessionId } = await selecting(lead)
  const consultant = await (await browser.newContext()).newPage()
  await addConsultant(lead, consultant, caseId)
  const all = await json<Highlight[]>(lead, `/api/sessions/${sessionId}/highlights`)
  const bias = all.find((each) => each.type === 'bias_indicator' && each.juror?.number === '18')!
  const jurors = await json<JurorSummary[]>(lead, `/api/cases/${caseId}/jurors`)
  const log = `/sessions/${sessionId}/strike-log`
  const alike = all.find((each) => each.juror?.number === '24' && each.quote.includes('evidence'))!
  await send(lead, 'post', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: [bias, alike].map(({ id, version }) => ({ id, version })),
  })

  await test.step('the consultant drafts from a highlight, and the check flags a reason based on demeanor', async () => {
    const juror = jurors.find((each) => each.jurorNumber === '18')!
    await consultant.goto(`${log}?juror=${juror.id}&highlight=${bias.id}`)
    const dialog = consultant.getByRole('dialog', { name: 'New strike' })
    await dialog.getByLabel('Rationale', { exact: true }).fill('He avoided eye contact and seemed hostile to us.')
    const check = dialog.getByRole('region', { name: 'Rationale check' })
    await expect(check.getByText('Caution').first()).toBeVisible()
    // Unless the dialog is scrolled to the end, its footer covers part of a control, and axe reports it as too small.
    await dialog.evaluate((each) => each.scrollTo(0, each.scrollHeight))
    await expectAccessible(consultant)
    await dialog
      .getByLabel('Rationale', { exact: true })
      .fill('Said that an innocent person would take the stand, and that he would hold silence against the defendant.')
    await dialog.getByLabel('Stated answer').check()
    await dialog.getByRole('button', { name: 'Compare with juror 24' }).click()
    await expect(check.getByText(/24/).first()).toBeVisible()
    await dialog.getByLabel('Juror 24: comparison').selectOption('Distinguishable')
    await dialog.getByLabel('Juror 24: how they differ').fill('Would decide on the evidence alone.')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await expect(dialog).toBeHidden()
    await consultant.getByRole('tab', { name: /^List/ }).click()
    await consultant.getByRole('button', { name: 'Submit for approval' }).click()
    await consultant.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
    await expect(consultant.getByText('Waiting for approval').first()).toBeVisible()
  })

  await test.step('the lead requests changes, then approves the revised draft', async () => {
    await lead.goto(`${log}?tab=approvals`)
    const compared = lead.getByRole('region', { name: 'Compared with' })
    await expect(compared.getByText('How they differ: Would decide on the evidence alone.')).toBeVisible()
    await compared.getByRole('button', { name: /^Juror 24 at / }).click()
    await expect(compared.locator('video')).toBeVisible()
    await expect(lead.getByRole('button', { name: 'Void' })).toHaveAccessibleDescription(
      /^Void: Cancels a strike recorded in error/,
    )
    await lead.getByRole('button', { name: 'Request changes' }).click()
    await lead.getByRole('dialog').getByLabel('Comment').fill('Name the question that was asked.')
    await lead.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
    await expect(consultant.getByText('Changes requested').first()).toBeVisible(soon)
    await consultant.getByRole('button', { name: 'Edit' }).click()
    const dialog = consultant.getByRole('dialog')
    const rationale = dialog.getByLabel('Rationale', { exact: true })
    await rationale.fill(`${await rationale.inputValue()} Asked by counsel whether he could follow the instruction.`)
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await consultant.getByRole('button', { name: 'Submit for approval' }).click()
    await consultant.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
    await lead.getByRole('button', { name: 'Approve', exact: true }).click()
    await lead.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(consultant.getByText('Approved', { exact: true }).first()).toBeVisible(soon)
    await expectAccessible(lead)
  })

  const phone = await (
    await browser.newContext({
      storageState: await lead.context().storageState(),
      viewport: { width: 390, height: 844 },
    })
  ).newPage()
  const court = `/sessions/${sessionId}/courtroom`
  await test.step('a phone exercises the strike after showing number, seat, and quote, and the laptop shows it', async () => {
    await phone.goto(court)
    await tile(phone, '18').click()
    const sheet = phone.getByRole('dialog')
    await sheet.getByRole('button', { name: /^Exercise/ }).click()
    await expect(sheet.getByText('18', { exact: true })).toBeVisible()
    await sheet.getByRole('button', { name: 'Yes, juror 18' }).click()
    await lead.goto(log)
    await expect(lead.getByText('1 of 2').first()).toBeVisible()
    await expect(phone.getByText('1 of 2 left', { exact: true }).first()).toBeVisible(soon)
    await expectAccessible(phone)
  })

  await test.step('the phone shows an opposing strike recorded on a laptop', async () => {
    await lead.goto(court)
    await tile(lead, '3').click()
    await lead.getByRole('dialog').getByRole('button', { name: 'They strike' }).click()
    await lead.getByRole('dialog').getByRole('button', { name: 'Yes, juror 3' }).click()
    await expect.poll(async () => (await fetchBoard(lead, sessionId)).budgets?.them.regular.used).toBe(1)
    await expect(phone.getByText('1 of 2 left', { exact: true }).nth(1)).toBeVisible(soon)
  })

  await test.step('the court sustains an objection and restores the challenge', async () => {
    await lead.goto(`${log}?tab=rulings`)
    await expect(lead.getByText('No pending rulings')).toBeVisible()
    await lead.getByRole('tab', { name: 'Record' }).click()
    await lead.getByRole('button', { name: 'Juror 18', expanded: false }).click()
    const ours = lead.getByRole('listitem').filter({ hasText: 'Juror 18' })
    await ours.getByRole('button', { name: 'Find in recording' }).click()
    await lead.getByRole('dialog').getByLabel('Called at').fill('five')
    await lead.getByRole('dialog').getByRole('button', { name: 'Mark this time' }).click()
    await expect(lead.getByRole('dialog').getByText('Enter a time such as 1:02:03.')).toBeVisible()
    await lead.getByRole('dialog').getByLabel('Called at').fill('0:05')
    await lead.getByRole('dialog').getByRole('button', { name: 'Play from here' }).click()
    await expect(lead.getByRole('dialog').locator('video')).toBeVisible()
    await expectAccessible(lead)
    await lead.getByRole('dialog').getByRole('button', { name: 'Mark this time' }).click()
    await ours.getByRole('button', { name: 'History' }).click()
    const second = ours.getByRole('link', { name: '0:05 in the recording' })
    await expect(second).toHaveCount(2)
    await expect(second.first()).toHaveAttribute('href', /\/review\?.*t=5/)
    await ours.getByRole('button', { name: 'Record objection' }).click()
    await lead.getByRole('dialog').getByLabel('Reasons stated on the record').fill('The stated answer.')
    await lead.getByRole('dialog').getByRole('button', { name: 'Record objection' }).click()
    await lead.getByRole('tab', { name: 'Rulings' }).click()
    await ours.getByRole('button', { name: 'Record ruling' }).click()
    const dialog = lead.getByRole('dialog')
    await dialog.getByLabel('Ruling').selectOption('Disallowed')
    await dialog.getByLabel('Remedy').selectOption('The juror is seated')
    await dialog.getByLabel('The court restored the challenge').check()
    await dialog.getByRole('button', { name: 'Record ruling' }).click()
    await expect(dialog).toBeHidden()
    await expect(lead.getByText('0 of 2').first()).toBeVisible(soon)
    await expect(phone.getByText('2 of 2 left', { exact: true }).first()).toBeVisible(soon)
  })

  await test.step('the printed sheet matches and has a QR code for the board', async () => {
    await lead.goto(`/sessions/${sessionId}/strike-sheet`)
    await expect(lead.getByText('0 of 2')).toBeVisible()
    await expect(lead.getByText('1 of 2')).toBeVisible()
    await expect(lead.getByRole('row', { name: /^18 .*Our side.*Disallowed, challenge restored/ })).toBeVisible()
    await expect(lead.getByRole('row', { name: /^3 .*Opposing side/ })).toBeVisible()
    await expect(lead.getByRole('img', { name: new RegExp(`${court}$`) })).toBeVisible()
    await expectAccessible(lead)
    const { caseNumber } = await json<{ caseNumber: string }>(lead, `/api/cases/${caseId}`)
    for (const media of ['screen', 'print'] as const) {
      await lead.emulateMedia({ media })
      for (const fact of ['U.S. District Court, Cook, Illinois', caseNumber, 'J. Example'])
        await expect(lead.getByRole('definition').filter({ hasText: fact })).toBeVisible()
    }
    await lead.emulateMedia({ media: null })
    const paper = await lead.pdf({ format: 'Letter' })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})

test('an offline board reloads, works, and sends its actions once, in order', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000)
  const { sessionId } = await selecting(page)
  const line = await openLine(baseURL ?? '')
  const tablet = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  const court = `${line.url}/sessions/${sessionId}/courtroom`
  await tablet.goto(court)
  await expect(tile(tablet, '24')).toBeVisible()
  // The service worker is ready when the board is in its cache.
  await expect
    .poll(() =>
      tablet.evaluate(
        async (path) => (await caches.match(path)) !== undefined,
        `/api/sessions/${sessionId}/strike-board`,
      ),
    )
    .toBe(true)

  line.cut()
  await tablet.reload()
  await expect(tile(tablet, '24')).toBeVisible()
  for (const [number, act] of [
    ['24', 'We strike'],
    ['31', 'They strike'],
  ] as const) {
    await tile(tablet, number).click()
    await tablet.getByRole('dialog').getByRole('button', { name: act }).click()
    await tablet
      .getByRole('dialog')
      .getByRole('button', { name: `Yes, juror ${number}` })
      .click()
  }
  await tile(tablet, '7').click()
  await tablet.getByRole('dialog').getByLabel('Add a note').fill('Nods at the judge')
  await tablet.getByRole('dialog').getByRole('button', { name: 'Note' }).click()
  await tablet.keyboard.press('Escape')
  await expect(tablet.getByText('3 saved on this device')).toBeVisible()
  await tablet.reload()
  await expect(tablet.getByText('3 saved on this device')).toBeVisible()
  expect((await fetchBoard(page, sessionId)).strikes).toEqual([])

  // The court excuses juror 31 while the tablet is offline, so a person must decide what to do with the queued strike.
  const juror31 = (await fetchBoard(page, sessionId)).jurors.find((each) => each.number === '31')!
  await send(page, 'post', `/api/jurors/${juror31.id}/events`, { kind: 'excused_hardship', reason: 'Agreed' })

  line.mend()
  await expect(tablet.getByText(/Not recorded: Peremptory, theirs, juror 31/)).toBeVisible({ timeout: 15_000 })
  const board = await fetchBoard(page, sessionId)
  expect(board.strikes.map((each) => [each.jurorNumber, each.state])).toEqual([['24', 'exercised']])
  expect(await json<unknown[]>(page, `/api/sessions/${sessionId}/live-notes`)).toHaveLength(1)
  await tablet.getByRole('button', { name: 'Discard' }).click()
  await expect(tablet.getByText(/Not recorded/)).toBeHidden()
  await line.close()
})

test('Undo of a strike survives a lost connection and leaves nothing doubled', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000)
  const { sessionId } = await selecting(page)
  const line = await openLine(baseURL ?? '')
  const tablet = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await tablet.goto(`${line.url}/sessions/${sessionId}/courtroom`)
  const strike = async (number: string, act: string) => {
    await tile(tablet, number).click()
    const card = tablet.getByRole('dialog')
    await card.getByRole('button', { name: act }).click()
    await card.getByRole('button', { name: `Yes, juror ${number}` }).click()
  }
  const undo = () => tablet.getByRole('button', { name: /^Undo \(/ }).click()
  const states = async () => (await fetchBoard(page, sessionId)).strikes.map((each) => [each.jurorNumber, each.state])
  const queued = tablet.getByRole('region', { name: 'Not sent yet' })

  await test.step('undoing a strike that was never sent leaves no trace', async () => {
    await expect(tile(tablet, '18')).toBeVisible()
    await tablet.context().setOffline(true)
    await strike('18', 'We strike')
    await expect(queued).toContainText('1 saved on this device')
    await undo()
    await expect(queued).toBeHidden()
    await tablet.context().setOffline(false)
  })

  await test.step('undo of a recorded strike is sent on reconnect', async () => {
    await strike('24', 'We strike')
    await expect.poll(states).toEqual([['24', 'exercised']])
    await expect(queued).toBeHidden()
    line.cut()
    await undo()
    await expect(queued).toContainText('1 saved on this device')
    line.mend()
    await expect(queued).toBeHidden({ timeout: 15_000 })
    await expect.poll(states).toEqual([['24', 'void']])
  })

  await test.step('a strike whose response was lost is recorded once, and so is its Undo', async () => {
    line.cut()
    await strike('31', 'They strike')
    await undo()
    await expect(queued).toContainText('2 saved on this device')
    line.mend()
    await expect(queued).toBeHidden({ timeout: 15_000 })
    await expect.poll(states).toEqual([
      ['24', 'void'],
      ['31', 'void'],
    ])
    const { events } = (await fetchBoard(page, sessionId)).received
    expect(new Set(events).size).toBe(events.length)
  })
  await line.close()
})

test('offers Undo for submitting and exercising a strike, but not for approving it afterwards', async ({ page }) => {
  test.setTimeout(180_000)
  const { caseId, sessionId } = await selecting(page)
  const all = await json<Highlight[]>(page, `/api/sessions/${sessionId}/highlights`)
  const jurors = await json<JurorSummary[]>(page, `/api/cases/${caseId}/jurors`)
  const [ground] = groundsFor('us_fed_criminal')
  const draft = async (number: string) => {
    const quoted = all.find(({ juror }) => juror?.number === number)!
    const strike = {
      ...{ eventId: crypto.randomUUID(), kind: 'cause', groundCode: ground!.code, basis: ['stated_answer'] },
      jurorId: jurors.find(({ jurorNumber }) => jurorNumber === number)!.id,
      rationale: `Juror ${number} said on the record: “${quoted.quote}”`,
      evidence: [{ source: 'highlight', highlightId: quoted.id, note: '' }],
    }
    await send(page, 'post', `/api/sessions/${sessionId}/strikes`, strike)
  }
  await draft('18')
  await draft('24')
  await page.goto(`/sessions/${sessionId}/strike-log?tab=list`)
  await page.getByRole('tab', { name: /^List/ }).click()
  const act = async (number: string, move: string) => {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Juror ${number}:` }) })
    await card.getByRole('button', { name: move, exact: true }).click()
    const dialog = page.getByRole('dialog')
    if (move === 'Approve after the fact' && (await dialog.getByLabel('Acknowledgment').isVisible()))
      await dialog.getByLabel('Acknowledgment').fill('The quote was checked against the recording by the team.')
    await dialog.getByRole('button', { name: move, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const notice = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const states = async () =>
    Object.fromEntries(
      (await fetchBoard(page, sessionId)).strikes.map(({ jurorNumber, state }) => [jurorNumber, state]),
    )
  await act('18', 'Exercise now, approve later')
  await expect(notice).toContainText('Strike exercised')
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await act('18', 'Approve after the fact')
  await expect(notice).toContainText('Strike updated')
  await expect(notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await act('24', 'Submit for approval')
  await expect(notice).toContainText('Strike submitted')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(states).toEqual({ 18: 'exercised', 24: 'withdrawn' })
})

test('hardships can be printed once there are some', async ({ page }) => {
  const { sessionId, caseId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/strike-log?tab=hardships`)
  await expect(page.getByText('No hardship requests yet')).toBeVisible()
  const print = page.getByRole('button', { name: 'Print for sidebar' })
  await expect(print).toBeDisabled()
  const [juror] = (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as { id: string }[]
  const data = { eventId: crypto.randomUUID(), jurorId: juror!.id, reason: 'Not paid while serving' }
  expect((await page.request.post(`/api/sessions/${sessionId}/excusals`, { data })).status()).toBe(200)
  await page.reload()
  await expect(print).toBeEnabled()
})
