/** A case that comes back into the firm that it left, and goes out once more. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controlVerbs } from '#server/control-verbs.ts'
import { openArchive } from '#server/features/exports/archive/archive.open.ts'
import { testApp } from '#test/app.ts'
import { buildFullCase } from '#test/archive.case.ts'

test('its custody log runs on without a break, so that the archive can be checked and brought in again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-archive-'))
  const at = await testApp()
  try {
    const lead = await at.person()
    const other = await at.person({ firmId: lead.actor.firmId, role: 'member' })
    const { caseId } = await buildFullCase(at, lead, other)
    const [first, second] = [join(folder, 'first.zip'), join(folder, 'second.zip')]
    await controlVerbs['case-export'](at.parts, { caseId, out: first })
    const back = (path: string, caseNumber: string) =>
      controlVerbs['case-import'](at.parts, {
        path,
        firm: lead.actor.firmId,
        lead: lead.account.email,
        caseNumber,
      })
    const here = await back(first, 'BACK-1')
    await controlVerbs['case-export'](at.parts, { caseId: here.caseId, out: second })
    const lines: { kind: string; seq: number; action?: string }[] = []
    await using open = await openArchive(second)
    for await (const line of open.lines('custody-log.jsonl'))
      lines.push(JSON.parse(line) as { kind: string; seq: number })
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => lines[0]!.seq + index))
    expect(lines.at(-1)).toMatchObject({ kind: 'event', action: 'case.imported' })
    expect(await back(second, 'BACK-2')).toMatchObject({ caseNumber: 'BACK-2' })
  } finally {
    await at.close()
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
