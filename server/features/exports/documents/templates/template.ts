import { Permanent } from '#server/platform/queue.ts'
import type { TemplateIn } from '#contract/exports/templates.ts'
import type { Doc } from '../content/doc.ts'
import type { Gathered } from '../content/gather.ts'
import { causeMemo, comparative, jurorReport, seatingChart } from './jurors.ts'
import { causeMotion } from './motions.ts'
import { excusalList, strikeLog } from './strikes.ts'
import { sessionPage, sessionSummary, transcript, videoReport } from './sessions.ts'

export const documents: Record<TemplateIn<'pdf' | 'html' | 'docx'>, (gathered: Gathered) => Promise<Doc>> = {
  session_summary: sessionSummary,
  transcript,
  juror_report: jurorReport,
  cause_memo: causeMemo,
  cause_motion: causeMotion,
  comparative_analysis: comparative,
  strike_log_record: strikeLog,
  seating_chart: seatingChart,
  excusal_list: excusalList,
  video_report: videoReport,
  session_page: sessionPage,
}

export function requireMakeable({ refusal }: Doc): void {
  if (refusal !== null) throw new Permanent(refusal)
}
