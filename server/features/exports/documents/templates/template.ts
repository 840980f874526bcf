import type { ExportTemplate } from '#contract/exports/templates.ts'
import type { Doc } from '../content/doc.ts'
import type { Gathered } from '../content/gather.ts'
import { causeMemo } from './cause-memo.ts'
import { comparative } from './comparative.ts'
import { excusalList } from './excusal-list.ts'
import { jurorReport } from './juror-report.ts'
import { seatingChart } from './seating-chart.ts'
import { sessionPage } from './session-page.ts'
import { sessionSummary } from './session-summary.ts'
import { strikeLog } from './strike-log.ts'
import { transcript } from './transcript.ts'
import { videoReport } from './video-report.ts'

/** What each document says; a new template is a file beside these and a line here. */
export const documents: Partial<Record<ExportTemplate, (gathered: Gathered) => Promise<Doc>>> = {
  session_summary: sessionSummary,
  transcript,
  juror_report: jurorReport,
  cause_memo: causeMemo,
  comparative_analysis: comparative,
  strike_log_record: strikeLog,
  seating_chart: seatingChart,
  excusal_list: excusalList,
  video_report: videoReport,
  session_page: sessionPage,
}
