import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { SelectionStep } from '#contract/strikes/steps.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { expectAccessible } from './accessible.ts'
import { openLine } from './line.ts'
import { signUpQuickly } from './people.ts'

test.use({ serviceWorkers: 'allow' })

async function send<T>(page: Page, method: 'post' | 'put' | 'patch', path: string, data: object): Promise<T> {
  const answer = await page.request[method](path, { data })
  expect([path, answer.status(), answer.status() === 200 ? '' : await answer.text()]).toEqual([path, 200, ''])
  return answer.json() as Promise<T>
}
const json = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(path)).json()) as T
const fetchBoard = (page: Page, sessionId: string) => json<StrikeBoard>(page, `/api/sessions/${sessionId}/strike-board`)

async function selecting(page: Page): Promise<{ caseId: string; sessionId: string; jurors: Juror[] }> {
  await signUpQuickly(page)
  const made = await send<CaseSummary>(page, 'post', '/api/cases', { title: 'State v. Two', caseNumber: 'T-2' })
  const { version } = await json<{ version: number }>(page, `/api/cases/${made.id}`)
  const budget = { us: 3, them: 3, alternatesUs: 0, alternatesThem: 0, perDefendant: 1 }
  await send(page, 'patch', `/api/cases/${made.id}`, {
    version,
    caseType: 'criminal_felony',
    court: 'Sample Circuit Court',
    forumId: 'us_fed_criminal',
    selectionMethod: 'strike_and_replace',
    ourSide: 'defense',
    parties: [
      { name: 'The State', role: 'prosecution', side: 'plaintiff' },
      { name: 'First Defendant', role: 'defendant', side: 'defense' },
      { name: 'Second Defendant', role: 'defendant', side: 'defense' },
    ],
    jurySize: 4,
    alternates: 0,
    strikeBudget: { ...budget, source: 'order', orderNote: 'Order of the day' },
  })
  await send(page, 'post', `/api/cases/${made.id}/status`, { to: 'active' })
  const plan = { type: 'jury_voir_dire', date: null }
  const { id: sessionId } = await send<Session>(page, 'post', `/api/cases/${made.id}/sessions`, plan)
  const jurors: Juror[] = []
  for (const jurorNumber of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    jurors.push(await send<Juror>(page, 'post', `/api/cases/${made.id}/jurors`, { jurorNumber }))
  }
  await send(page, 'post', `/api/sessions/${sessionId}/seats/fill`, {})
  return { caseId: made.id, sessionId, jurors }
}

const stamp = () => ({ eventId: crypto.randomUUID() })
const tile = (page: Page, number: string) => page.getByRole('button', { name: new RegExp(`juror ${number}\\b`) })
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

async function look(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const size of widths) {
    await page.setViewportSize(size)
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    const inside = await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)
    expect(inside, `nothing of the dialog is cut off at ${size.width}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(widths[0]!)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('axe finds no problems in strike and board dialogs, at both widths and in both themes', async ({ page }) => {
  test.setTimeout(600_000)
  const { caseId, sessionId, jurors } = await selecting(page)
  const strikes = `/api/sessions/${sessionId}/strikes`
  const draft = { ...stamp(), jurorId: jurors[0]!.id, kind: 'cause' }
  const cause = await send<Strike>(page, 'post', strikes, draft)
  const move = (strike: Strike, name: string, body: object = {}) =>
    send<Strike>(page, 'post', `/api/strikes/${strike.id}/moves`, {
      ...{ ...stamp(), version: strike.version, move: name },
      ...body,
    })
  await move(await move(cause, 'exercise_unapproved'), 'rule', { ruling: 'denied' })
  await send(page, 'post', strikes, { ...stamp(), jurorId: jurors[1]!.id, kind: 'peremptory', madeBy: 'opposing' })
  const prepared = { ...stamp(), jurorId: jurors[7]!.id, kind: 'peremptory', rationale: 'He avoided eye contact.' }
  await send(page, 'post', strikes, prepared)

  const log = `/sessions/${sessionId}/strike-log`
  const card = (number: string) => page.getByRole('listitem').filter({ hasText: `Juror ${number}:` })
  await page.goto(`${log}?tab=list`)
  await page.getByRole('button', { name: 'Juror 2', exact: true, expanded: false }).click()
  for (const number of ['1', '8'])
    await expect(page.getByRole('button', { name: `Juror ${number}`, exact: true, expanded: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const table = page.getByRole('table')
  const [whole, last] = [await table.boundingBox(), await table.getByRole('columnheader').last().boundingBox()]
  const gap = whole!.x + whole!.width - last!.x - last!.width
  expect(gap, 'the columns fill the table').toBeLessThan(2)
  await page.setViewportSize(widths[0]!)
  await expect(card('2').getByText(/· no recording yet$/)).toBeVisible()
  await card('2').getByRole('button', { name: 'Record objection' }).click()
  await look(page)
  await card('2').getByRole('button', { name: 'Record ruling' }).click()
  await page.getByRole('dialog').getByLabel('Ruling').selectOption('Disallowed')
  await look(page)
  await card('1').getByRole('button', { name: 'Preserve error' }).click()
  await look(page)
  await card('8').getByRole('button', { name: 'Exercise now, approve later' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Juror 8 is not in the box yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Exercise now, approve later' }).click()
  await expect(dialog.getByText('If the court allowed it, record the court’s reason.')).toBeVisible()
  await look(page)
  await card('8').getByRole('button', { name: 'Void' }).click()
  await look(page)
  await card('8').getByRole('button', { name: 'Edit' }).click()
  await look(page)
  for (const { id } of jurors.slice(2)) {
    const hardship = {
      ...stamp(),
      jurorId: id,
      reason: 'Not paid during jury service and is the household’s sole earner',
    }
    await send(page, 'post', `/api/sessions/${sessionId}/excusals`, hardship)
  }
  await page.goto(`${log}?tab=hardships`)
  await expect(page.getByRole('heading', { name: 'Juror 8' })).toBeVisible()
  const paper = await page.pdf({ format: 'Letter' })
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g), 'the hardships print on one page').toHaveLength(1)
  await page.getByRole('button', { name: 'Add hardship' }).click()
  await look(page)

  await page.goto(`/sessions/${sessionId}/courtroom`)
  await page.getByRole('button', { name: 'They pass' }).click()
  await look(page)
  await tile(page, '3').click()
  await look(page)
  await tile(page, '3').click()
  await dialog.getByRole('button', { name: 'They strike' }).click()
  await expect(dialog.getByText('It is your side’s turn.')).toBeVisible()
  await look(page)
  await tile(page, '2').click()
  await dialog.getByRole('button', { name: 'Ruling: disallowed' }).click()
  await look(page)

  await page.goto(`/cases/${caseId}?tab=strikes`)
  const list = page.getByRole('list', { name: 'Strikes' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByLabel('Side').selectOption('Opposing side (prosecution: The State)')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Kind').selectOption('Challenge for cause')
  await expect(page.getByText('No matching strikes')).toBeVisible()
  await page.getByRole('button', { name: 'Show all strikes' }).click()
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Juror 2: Opposing peremptory 1' }).click()
  await expect(card('2')).toBeInViewport()

  // The strike log preselects its own template and ignores an unknown template in the URL.
  const template = page.getByLabel('Template')
  // The case page has the same heading and link, and it stays visible until the strike log loads.
  const title = page.getByRole('heading', { level: 1, name: 'Strike Log' })
  await expect(title).toBeVisible()
  await page.getByRole('link', { name: 'Exports', exact: true }).click()
  await expect(template).toHaveValue('strike_log_record')
  await page.goto(log)
  await expect(title).toBeVisible()
  await page.keyboard.press('e')
  await expect(template).toHaveValue('strike_log_record')
  await page.goto(`/sessions/${sessionId}/exports?template=session_summary`)
  await expect(template).toHaveValue('session_summary')
  await page.goto(`/sessions/${sessionId}/exports?template=no-such`)
  await expect(template).toHaveValue('strike_log_record')
})

test("records passes, a defendant's own challenge, and leave of court, even offline", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const { sessionId } = await selecting(page)
  const line = await openLine(baseURL ?? '')
  const tablet = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await tablet.goto(`${line.url}/sessions/${sessionId}/courtroom`)
  const dialog = tablet.getByRole('dialog')
  const steps = async () =>
    (await json<SelectionStep[]>(page, `/api/sessions/${sessionId}/selection-steps`)).map(({ kind, side, undone }) =>
      [kind, side, undone].join(' '),
    )
  const pass = async (who: 'We' | 'They') => {
    await tablet.getByRole('button', { name: `${who} pass` }).click()
    await dialog.getByRole('button', { name: `Yes, ${who.toLowerCase()} pass` }).click()
  }

  await test.step('a mistaken pass can be undone within ten seconds', async () => {
    await expect(tablet.getByText('Their turn')).toBeVisible()
    await pass('We')
    await expect.poll(steps).toEqual(['passed us false'])
    await tablet.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(steps).toEqual(['passed us true'])
    await expect(tablet.getByText('Their turn')).toBeVisible()
  })

  await test.step('offline, the board queues their pass and one defendant’s own challenge, and updates whose turn it is', async () => {
    await expect
      .poll(() =>
        tablet.evaluate(
          async (path) => (await caches.match(path)) !== undefined,
          `/api/sessions/${sessionId}/strike-board`,
        ),
      )
      .toBe(true)
    line.cut()
    await pass('They')
    await expect(tablet.getByText('Our turn')).toBeVisible()
    await tile(tablet, '2').click()
    await dialog.getByRole('button', { name: 'We strike' }).click()
    await dialog.getByLabel('Used by').selectOption('First Defendant alone, 1 left')
    await dialog.getByRole('button', { name: 'Yes, juror 2' }).click()
    await expect(tablet.getByText('2 saved on this device')).toBeVisible()
    await tablet.reload()
    await expect(tablet.getByText('2 saved on this device')).toBeVisible()
    await expect(tablet.getByText('Their turn')).toBeVisible()
    await expect(tablet.getByText('Joint: 1 left · First Defendant: 0 left · Second Defendant: 1 left')).toBeVisible()
    line.mend()
    await expect(tablet.getByText(/saved on this device/)).toBeHidden({ timeout: 15_000 })
    const { strikes } = await fetchBoard(page, sessionId)
    expect(strikes.map((each) => [each.jurorNumber, each.state, each.defendant])).toEqual([
      ['2', 'exercised', 'First Defendant'],
    ])
    expect(await steps()).toEqual(['passed us true', 'passed them false'])
  })

  await test.step('the board flags a strike made out of turn, and a person records the court’s permission', async () => {
    line.cut()
    await tile(tablet, '1').click()
    await dialog.getByRole('button', { name: 'They strike' }).click()
    await dialog.getByRole('button', { name: 'Yes, juror 1' }).dblclick()
    await expect(dialog).toHaveCount(0)
    await expect(tablet.getByText('1 saved on this device')).toBeVisible()
    await send(page, 'post', `/api/sessions/${sessionId}/selection-steps`, { ...stamp(), kind: 'passed', side: 'them' })
    line.mend()
    const refused = tablet.getByRole('alert').filter({ hasText: 'Not recorded: Peremptory, theirs, juror 1' })
    await expect(refused.getByText(/^It is your side’s turn\./)).toBeVisible({ timeout: 15_000 })
    await expectAccessible(tablet)
    await refused.getByRole('button', { name: 'Both sides agreed' }).click()
    await refused.getByRole('button', { name: 'The court allowed it' }).click()
    await expect(refused).toBeHidden()
    const theirs = (await fetchBoard(page, sessionId)).strikes.find(({ jurorNumber }) => jurorNumber === '1')
    expect(theirs).toMatchObject({ state: 'exercised', courtAllowed: 'Both sides agreed.' })
  })

  await test.step('any screen sends queued actions, and a rejected one links to the strike log', async () => {
    await expect(tablet.getByText(/saved on this device/)).toBeHidden()
    line.cut()
    await tile(tablet, '3').click()
    await dialog.getByRole('button', { name: 'We strike' }).click()
    await dialog.getByRole('button', { name: 'Yes, juror 3' }).click()
    await expect(tablet.getByText('1 saved on this device')).toBeVisible()
    await send(page, 'post', `/api/sessions/${sessionId}/selection-steps`, { ...stamp(), kind: 'passed', side: 'us' })
    const device = tablet.context()
    await tablet.close()
    line.mend()
    const other = await device.newPage()
    await other.goto(`${line.url}/dashboard`)
    await expect(other.getByText(/^1 board action in “.+” was not recorded/)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Review in strike log' }).click()
    const refused = other.getByRole('alert').filter({ hasText: 'Not recorded: Peremptory, ours, juror 3' })
    await refused.getByRole('button', { name: 'Discard' }).click()
    await expect(refused).toBeHidden()
    await expect(other.getByText(/not recorded/i)).toHaveCount(0)
  })
  await line.close()
})

test('shows both copies when two people edit one strike, and loses nothing', async ({ page }) => {
  const { sessionId, jurors } = await selecting(page)
  const strikes = `/api/sessions/${sessionId}/strikes`
  const draft = { ...stamp(), jurorId: jurors[0]!.id, kind: 'peremptory', rationale: 'As it was at first.' }
  const { id, version } = await send<Strike>(page, 'post', strikes, draft)
  await page.goto(`/sessions/${sessionId}/strike-log?tab=list`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Rationale', { exact: true }).fill('Mine: he said that he could not be fair.')
  await send(page, 'patch', `/api/strikes/${id}`, { version, rationale: 'Theirs: he knows the witness.' })
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(dialog.getByRole('heading', { name: 'Their version' }).locator('..')).toContainText('Theirs: he knows')
  await expect(dialog.getByRole('heading', { name: 'Your version' }).locator('..')).toContainText('Mine: he said')
  await expect(dialog.getByRole('button', { name: 'Save draft' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(dialog).toBeHidden()
  expect((await json<Strike>(page, `/api/strikes/${id}`)).rationale).toBe('Mine: he said that he could not be fair.')
})

test('says at once that the juror already has a live strike, and links to it', async ({ page }) => {
  const { sessionId, jurors } = await selecting(page)
  const live = { ...stamp(), jurorId: jurors[0]!.id, kind: 'cause' }
  const { id } = await send<Strike>(page, 'post', `/api/sessions/${sessionId}/strikes`, live)
  const dialog = page.getByRole('dialog', { name: 'New strike' })
  const reason = dialog.locator('.dialog-actions').getByRole('status')
  const save = dialog.getByRole('button', { name: 'Save draft' })
  const submit = dialog.getByRole('button', { name: 'Save and submit' })
  const sentence = 'Juror 1 already has a live strike: Challenge for cause (draft).'
  for (const size of widths.toReversed()) {
    await page.setViewportSize(size)
    await page.goto(`/sessions/${sessionId}/strike-log?juror=1`)
    await expect(reason).toHaveText(sentence)
    await expect(reason).toBeInViewport({ ratio: 1 })
    await expect(save).toBeDisabled()
    await expect(submit).toBeDisabled()
    await expectAccessible(page)
  }

  await dialog.getByLabel('Juror', { exact: true }).selectOption({ label: 'Juror 2, seat 2' })
  await expect(reason).toHaveText('Missing: rationale of at least 20 characters, basis, evidence')
  await expect(save).toBeEnabled()
  await dialog.getByLabel('Juror', { exact: true }).selectOption({ label: 'Juror 1, seat 1' })
  await expect(reason).toHaveText(sentence)

  await dialog.getByLabel('Made by').selectOption({ label: 'The court' })
  await expect(reason).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Record strike' })).toBeEnabled()
  await dialog.getByLabel('Made by').selectOption({ index: 0 })
  await dialog.getByRole('link', { name: 'Challenge for cause (draft)' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/sessions/${sessionId}/strike-log?tab=list#${id}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Juror 1:' })).toBeInViewport()
})
