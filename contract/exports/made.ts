import type { ExportTemplate, ExportType } from './templates.ts'

/**
 * What this version makes of the templates; the form offers this and nothing else. It says the same as the server's list
 * of makers: `e2e/exports.spec.ts` asks the server about each template in each type and fails where the two differ.
 */
export const madeTemplates: Readonly<Partial<Record<ExportType, readonly ExportTemplate[]>>> = {
  pdf: [
    'session_summary',
    'transcript',
    'juror_report',
    'cause_memo',
    'seating_chart',
    'excusal_list',
    'video_report',
    'comparative_analysis',
    'strike_log_record',
  ],
  csv: ['strikes', 'jurors', 'highlights', 'transcript', 'audit'],
  xlsx: ['strikes', 'jurors', 'highlights', 'transcript', 'audit'],
  html: ['session_page'],
  mp4: ['highlight_reel', 'highlight_clip'],
  list: ['designations', 'designations_oncue', 'designations_srt', 'designations_vtt', 'captions_srt', 'captions_vtt'],
  pack: ['evidence_pack'],
  archive: ['case_archive'],
}
