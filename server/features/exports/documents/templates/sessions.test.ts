import { expect, test } from 'vitest'
import { ExportFilters, ExportOptions } from '#contract/exports/exports.ts'
import { buildFinding } from '#server/features/analysis/analysis.factory.ts'
import { testApp } from '#test/app.ts'
import { gather } from '../content/gather.ts'
import { toText } from '../content/doc.ts'
import { buildSitting } from '../../exports.factory.ts'
import { videoReport } from './sessions.ts'

test("finds juror 012's statements where the transcript says juror 12", async () => {
  const at = await testApp()
  try {
    const { actor } = await at.person()
    const { caseId, videoId } = await buildSitting(at.parts, actor, {
      juror: { jurorNumber: '012' },
      findings: [buildFinding({ turn: 1, startMs: 4000, endMs: 7000, jurorNumber: '12' })],
    })
    const reportFor = async (jurors: string[]) =>
      toText(
        await videoReport(
          await gather({
            db: at.parts.database.db,
            actor,
            publicUrl: 'https://firm.example',
            order: {
              firmId: actor.firmId,
              caseId,
              type: 'pdf',
              template: 'video_report',
              title: 'Video report',
              scope: { kind: 'video', id: videoId },
              filters: ExportFilters.parse({ jurors }),
              options: ExportOptions.parse({ includeSuggestions: true }),
              createdBy: actor.userId,
            },
          }),
        ),
      )
    expect(await reportFor(['012'])).toContain('Findings (1)')
    expect(await reportFor(['13'])).toContain('Findings (0)')
  } finally {
    await at.close()
  }
})
