import { expect, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import { suggestGround } from '#law/grounds/grounds.ts'
import { expectAccessible } from './accessible.ts'
import { countActs, readActs } from './acts.ts'
import { signUpQuickly } from './people.ts'
import { reviewable } from './reviewable.ts'

test('a new case takes four acts, its list of jurors two acts, and a strike called by the other side three', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signUpQuickly(page)

  const creating = countActs()
  await page.goto('/cases/new')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('State v. Example')
  await page.getByLabel('Case number').fill('A-1')
  await creating.select(page.getByLabel('Our side'), 'Defense')
  await creating.select(page.getByLabel('Forum'), 'U.S. District Court, criminal')
  await creating.select(page.getByLabel('Case type'), 'Criminal, felony')
  await page.getByLabel('Court', { exact: true }).fill('Sample District Court')
  await creating.click(page.getByRole('button', { name: 'Create case' }))
  await expect(page.getByRole('definition').filter({ hasText: /^Active$/ })).toBeVisible()
  expect(creating.total()).toBe(readActs('Create a case that’s ready to use'))

  const caseId = new URL(page.url()).pathname.split('/').at(-1)!
  const jurors = async () => (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as Juror[]
  const dialog = page.getByRole('dialog')
  await test.step('a dropped list is previewed with its columns matched', async () => {
    const importing = countActs()
    await page.goto(`/cases/${caseId}?tab=jurors`)
    await expect(page.getByText('No jurors yet')).toBeVisible()
    await importing.drop(
      page,
      'list.csv',
      'Seat,Juror Number,Last Name,First Name,Job\n1,18,Example,Ann,Nurse\n2,24,Example,Bo,Cook\n',
    )
    await expect(dialog.getByText('2 to add, 0 to update, 0 to skip.')).toBeVisible()
    await expect(dialog.getByRole('columnheader')).toHaveText([
      'Call order',
      'Juror number',
      'Last Name',
      'First Name',
      'Occupation',
    ])
    await expect(dialog.getByRole('row', { name: '1 18 Example Ann Nurse', exact: true })).toBeVisible()
    await expectAccessible(page)
    await importing.click(dialog.getByRole('button', { name: 'Import 2 jurors' }))
    await expect.poll(jurors).toMatchObject([
      { jurorNumber: '18', displayName: 'Ann Example', orderIndex: 1, occupation: 'Nurse' },
      { jurorNumber: '24', displayName: 'Bo Example', orderIndex: 2, occupation: 'Cook' },
    ])
    expect(importing.total()).toBe(readActs('Import the court’s list of jurors by dropping or pasting it'))
  })

  await test.step('cells pasted on the page are previewed, and text pasted into a field stays there', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await expect(dialog).toBeHidden()
    await copy('Questions\tfor the panel\n31\tPilot')
    await page.keyboard.press('Control+v')
    await expect(page.getByText('No jurors in the pasted text', { exact: true })).toBeVisible()
    await expect(
      page.getByText(
        'Enter one juror per line (such as “21. Ann Hill” or “21 Hill, Ann”), or paste cells from a spreadsheet.',
        { exact: true },
      ),
    ).toBeVisible()
    await expect(dialog).toBeHidden()
    await copy('Panelist #\tOccupation\n31\tPilot')
    await page.keyboard.press('Control+v')
    await expect(dialog.getByText('1 to add, 0 to update, 0 to skip.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('Or paste the list').focus()
    await copy('Seat\tOccupation\n31\tPilot')
    await page.keyboard.press('Control+v')
    await dialog.getByText('Columns').click()
    await expect(dialog.getByLabel('Seat')).toHaveValue('jurorNumber')
    await dialog.getByLabel('Occupation').selectOption('Leave out')
    await expect(dialog.getByRole('columnheader')).toHaveText(['Juror number'])
    await dialog.getByRole('button', { name: 'Import 1 juror' }).click()
    await expect.poll(async () => (await jurors()).map(({ jurorNumber }) => jurorNumber)).toEqual(['18', '24', '31'])
  })

  await test.step('a plain list pasted on the page keeps its first juror and can be numbered', async () => {
    const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    const names = async () =>
      (await jurors()).slice(3).map(({ jurorNumber, displayName }) => `${jurorNumber} ${displayName}`)
    await expect(dialog).toBeHidden()
    await copy('41. ALVAREZ, Maria T.\n42. Bennett-Castellanos, Dale\n43. Ann Hill\n')
    await page.keyboard.press('Control+v')
    await expect(dialog.getByText('3 to add, 0 to update, 0 to skip.')).toBeVisible()
    await expect(dialog.getByRole('columnheader')).toHaveText(['Juror number', 'Name'])
    await expect(dialog.getByRole('row', { name: '41 Maria T. ALVAREZ', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 3 jurors' }).click()
    const listed = ['41 Maria T. ALVAREZ', '42 Dale Bennett-Castellanos', '43 Ann Hill']
    await expect.poll(names).toEqual(listed)
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Import' }).click()
    await dialog.getByLabel('Or paste the list').fill('Nobody is on this list.')
    await dialog.getByRole('button', { name: 'Use pasted list' }).click()
    await expect(
      dialog.getByText(
        'No jurors found. Enter one juror per line (such as “21. Ann Hill” or “21 Hill, Ann”), or paste cells from a spreadsheet.',
        { exact: true },
      ),
    ).toBeVisible()
    await dialog.getByLabel('Or paste the list').fill('Lee, Bo\nCook, Chi')
    await dialog.getByRole('button', { name: 'Use pasted list' }).click()
    await expect(dialog.getByText('This list has no juror numbers.', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Number in list order' }).click()
    await expect(dialog.getByText('2 to add, 0 to update, 0 to skip.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 2 jurors' }).click()
    await expect.poll(names).toEqual([...listed, '1 Bo Lee', '2 Chi Cook'])
  })

  await test.step('three acts record an opposing strike', async () => {
    const plan = { data: { type: 'jury_voir_dire', date: null } }
    const made = await page.request.post(`/api/cases/${caseId}/sessions`, plan)
    const { id: sessionId } = (await made.json()) as { id: string }
    await page.request.patch(`/api/cases/${caseId}`, {
      data: {
        version: (await (await page.request.get(`/api/cases/${caseId}`)).json()).version,
        selectionMethod: 'strike_and_replace',
      },
    })
    await page.request.post(`/api/sessions/${sessionId}/seats/fill`, { data: {} })
    await page.goto(`/sessions/${sessionId}/courtroom`)
    const striking = countActs()
    await striking.click(page.getByRole('button', { name: /juror 24\b/ }))
    await striking.click(dialog.getByRole('button', { name: 'They strike' }))
    await striking.click(dialog.getByRole('button', { name: 'Yes, juror 24' }))
    const board = async () =>
      (await (await page.request.get(`/api/sessions/${sessionId}/strike-board`)).json()) as StrikeBoard
    await expect.poll(async () => (await board()).strikes).toMatchObject([{ jurorNumber: '24', madeBy: 'opposing' }])
    expect(striking.total()).toBe(readActs('Record an opposing strike on the board'))
  })
})

test('a strike and a hardship excusal take two acts each from a folded card', async ({ page }) => {
  test.setTimeout(180_000)
  const { caseId, sessionId } = await reviewable(page)
  for (const jurorNumber of ['3', '18', '24', '31'])
    await page.request.post(`/api/cases/${caseId}/jurors`, { data: { jurorNumber } })
  const list = async <T>(what: string) =>
    (await (await page.request.get(`/api/sessions/${sessionId}/${what}`)).json()) as T[]
  const ours = (await list<Highlight>('highlights')).filter(({ juror }) => juror?.id)
  const bias = ours.find((each) => each.type !== 'hardship' && suggestGround(null, each) !== null)!
  const hardship = ours.find(({ type, juror }) => type === 'hardship' && juror?.id !== bias.juror?.id)!
  const openFrom = async (acts: ReturnType<typeof countActs>, { id, juror }: Highlight, name: string) => {
    const card = page.locator(`[data-highlight="${id}"]`)
    await expect(card.getByRole('button', { name: 'Confirm' })).toBeHidden()
    await acts.click(card.getByRole('button', { name: `${name} juror ${juror!.number}` }))
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/sessions/${sessionId}/review`)
    if (width === 1440) {
      const striking = countActs()
      await openFrom(striking, bias, 'Draft strike for')
      const dialog = page.getByRole('dialog', { name: 'New strike' })
      await striking.click(dialog.getByRole('button', { name: 'Save and submit' }))
      await expect(page.getByText('Strike submitted', { exact: true })).toBeVisible()
      expect(striking.total()).toBe(readActs('Submit a strike from a quote, in triage or on a collapsed card'))
    }
    const excusing = countActs()
    await openFrom(excusing, hardship, 'Request to excuse')
    const dialog = page.getByRole('dialog', { name: 'Add hardship' })
    await expect(dialog.getByLabel('Hardship', { exact: true })).toHaveValue(new RegExp(escapeText(hardship.quote)))
    await expectAccessible(page)
    await excusing.click(dialog.getByRole('button', { name: 'Add hardship' }))
    await expect(page.getByText('Hardship added', { exact: true })).toBeVisible()
    expect(excusing.total()).toBe(readActs('Request an excusal from a hardship quote'))
    expect((await list<ExcusalRequest>('excusals')).at(-1)).toMatchObject({
      ...{ jurorId: hardship.juror!.id, state: 'open', facts: hardship.hardshipFacts },
      evidence: [{ highlightId: hardship.id }],
    })
    await page.getByRole('listitem').filter({ hasText: 'Hardship added' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Hardship withdrawn', { exact: true })).toBeVisible()
  }
  expect((await list<ExcusalRequest>('excusals')).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])

  await openFrom(countActs(), hardship, 'Request to excuse')
  await page.getByRole('dialog').getByRole('button', { name: 'Strike instead' }).click()
  const strike = page.getByRole('dialog', { name: 'New strike' })
  await expect(strike.getByLabel('Ground')).toHaveValue(suggestGround(null, hardship)!)
  await strike.getByRole('button', { name: 'Save and submit' }).click()
  await expect(page.getByText('Strike submitted', { exact: true })).toBeVisible()
})

const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
