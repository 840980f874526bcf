/** `list` is plain text for trial presentation software. `pack` and `archive` are zip files that can be verified. */
export const exportTypes = ['pdf', 'csv', 'xlsx', 'html', 'mp4', 'list', 'pack', 'archive', 'docx'] as const
export type ExportType = (typeof exportTypes)[number]

export const exportScopes = ['case', 'session', 'video', 'juror'] as const
export type ExportScopeKind = (typeof exportScopes)[number]

export const exportTemplates = [
  'session_summary',
  'transcript',
  'juror_report',
  'cause_memo',
  'cause_motion',
  'comparative_analysis',
  'seating_chart',
  'excusal_list',
  'strike_log_record',
  'video_report',
  'strikes',
  'jurors',
  'highlights',
  'audit',
  'session_page',
  'highlight_reel',
  'highlight_clip',
  'captions_srt',
  'captions_vtt',
  'designations',
  'designations_oncue',
  'designations_srt',
  'designations_vtt',
  'evidence_pack',
  'case_archive',
] as const
export type ExportTemplate = (typeof exportTemplates)[number]

type ExportSpec = {
  word: string
  lock: string
  templates: readonly ExportTemplate[]
}

const zipped = 'Delivered in an encrypted zip (AES-256).'
const zippedTable = `${zipped} Open it with 7-Zip, WinZip, or Keka (macOS). Windows Explorer can’t.`
const tables = ['strikes', 'jurors', 'highlights', 'transcript', 'audit'] as const

const specs = {
  pdf: {
    word: 'PDF',
    lock: 'The PDF is encrypted (AES-256) and requires the password to open.',
    templates: [
      'session_summary',
      'transcript',
      'juror_report',
      'cause_memo',
      'cause_motion',
      'seating_chart',
      'excusal_list',
      'video_report',
      'comparative_analysis',
      'strike_log_record',
    ],
  },
  csv: { word: 'CSV', lock: zippedTable, templates: tables },
  xlsx: { word: 'Excel (XLSX)', lock: zippedTable, templates: tables },
  html: {
    word: 'Web page (HTML)',
    lock: 'The page is encrypted (AES-256) and requires the password to open.',
    templates: ['session_page'],
  },
  mp4: {
    word: 'Video (MP4)',
    lock: 'The video is delivered in an encrypted zip (AES-256).',
    templates: ['highlight_reel', 'highlight_clip'],
  },
  list: {
    word: 'Text list',
    lock: zipped,
    templates: [
      'designations',
      'designations_oncue',
      'designations_srt',
      'designations_vtt',
      'captions_srt',
      'captions_vtt',
    ],
  },
  pack: {
    word: 'Evidence pack (ZIP)',
    lock: 'The pack is delivered in an encrypted zip (AES-256).',
    templates: ['evidence_pack'],
  },
  archive: {
    word: 'Case archive (ZIP)',
    lock: 'The archive is delivered in an encrypted zip (AES-256).',
    templates: ['case_archive'],
  },
  docx: { word: 'Word (DOCX)', lock: zipped, templates: ['cause_motion', 'cause_memo'] },
} as const satisfies Record<ExportType, ExportSpec>
export const exportSpecs: Readonly<Record<ExportType, ExportSpec>> = specs

export type TemplateIn<Type extends ExportType> = (typeof specs)[Type]['templates'][number]

export const isMadeIn = (template: ExportTemplate, type: ExportType): boolean =>
  exportSpecs[type].templates.includes(template)

export function requireTemplate<Type extends ExportType>(type: Type, template: ExportTemplate): TemplateIn<Type> {
  if (!isMadeIn(template, type)) throw new Error(`${template} has no ${type} file.`)
  return template
}

export type ExportControl =
  | 'types'
  | 'severities'
  | 'jurors'
  | 'highlights'
  | 'names'
  | 'employers'
  | 'privileged'
  | 'suggestions'
  | 'paper'
  | 'watermark'
  | 'stills'
  | 'clips'
  | 'context'
  | 'reel'
  | 'timecodes'
  | 'filing'

export type TemplateRule = {
  title: string
  about: string
  scopes: readonly ExportScopeKind[]
  controls: readonly ExportControl[]
  neverLinked?: true
  needsAudit?: true
  needsLead?: true
  oneHighlight?: true
  needsVerified?: true
}

const people = ['names', 'employers'] as const
const findings = ['types', 'severities', 'jurors', 'highlights', 'suggestions', ...people] as const
const paper = ['paper', 'watermark'] as const

export const templateRules: Readonly<Record<ExportTemplate, TemplateRule>> = {
  session_summary: {
    title: 'Session summary',
    about: 'The session in a few pages: recordings, jurors, and highlights with quotes and timecodes.',
    scopes: ['session'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', ...paper],
  },
  transcript: {
    title: 'Transcript',
    about: 'Every word with speaker, time, and line numbers.',
    scopes: ['session', 'video'],
    controls: [...people, 'timecodes', ...paper],
  },
  juror_report: {
    title: 'Juror report',
    about: 'Each juror’s background, questionnaire, highlights, and status.',
    scopes: ['juror', 'session', 'case'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', ...paper],
  },
  cause_memo: {
    title: 'Cause memo',
    about: 'Each concern from statement to ruling, with quotes and page:line cites, ready to paste into a motion.',
    scopes: ['session', 'juror'],
    controls: [...findings, 'privileged', 'timecodes', ...paper],
  },
  cause_motion: {
    title: 'Motion to strike for cause',
    about:
      'Your challenges for cause with ground, verified quotes, ruling, cites, and clips. Counsel adds the argument.',
    scopes: ['session', 'juror'],
    controls: ['jurors', ...people, 'filing', 'timecodes', ...paper],
    needsVerified: true,
  },
  comparative_analysis: {
    title: 'Comparative analysis',
    about: 'What each struck juror said, next to what jurors who were not struck said on the same subject.',
    scopes: ['session'],
    controls: ['types', 'severities', 'suggestions', ...people, 'timecodes', ...paper],
    neverLinked: true,
  },
  seating_chart: {
    title: 'Seating chart',
    about: 'The jury box, seat by seat, on one page.',
    scopes: ['session'],
    controls: ['names', ...paper],
  },
  excusal_list: {
    title: 'Excusal list',
    about: 'Hardship requests and the facts behind them, for sidebar.',
    scopes: ['session'],
    controls: ['suggestions', ...people, 'timecodes', ...paper],
  },
  strike_log_record: {
    title: 'Strike log record',
    about:
      'Both sides’ strikes in order, with grounds and rulings. Work product adds evidence, drafts, and unstated reasons.',
    scopes: ['session', 'case'],
    controls: ['privileged', ...people, 'timecodes', ...paper],
  },
  video_report: {
    title: 'Video report',
    about: 'One video: details and hash, findings, annotations, and transcript.',
    scopes: ['video'],
    controls: [
      'types',
      'severities',
      'jurors',
      'suggestions',
      ...people,
      'privileged',
      'stills',
      'timecodes',
      ...paper,
    ],
  },
  strikes: {
    title: 'Strikes',
    about: 'One row per strike.',
    scopes: ['case', 'session'],
    controls: ['privileged', ...people],
  },
  jurors: {
    title: 'Jurors',
    about: 'One row per juror.',
    scopes: ['case', 'session'],
    controls: ['privileged', ...people],
  },
  highlights: {
    title: 'Highlights',
    about: 'One row per highlight, with quote, question, timecode, page, and line.',
    scopes: ['session', 'case', 'juror'],
    controls: findings,
  },
  audit: {
    title: 'Activity',
    about: 'The case audit record with its hash chain.',
    scopes: ['case'],
    controls: [],
    neverLinked: true,
    needsAudit: true,
  },
  session_page: {
    title: 'Session page',
    about: 'One offline web page: jurors, highlights, strikes, and transcript.',
    scopes: ['session'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', 'watermark'],
  },
  highlight_reel: {
    title: 'Highlight reel',
    about: 'The highlights in one video, cut frame-accurately from the originals.',
    scopes: ['session', 'juror'],
    controls: [...findings, 'context', 'clips', 'reel'],
  },
  highlight_clip: {
    title: 'Clip',
    about: 'One highlight cut from the original recording, without re-encoding when possible.',
    scopes: ['session', 'juror'],
    controls: ['highlights', 'suggestions', ...people, 'context', 'clips'],
    oneHighlight: true,
  },
  captions_srt: {
    title: 'Captions (SRT)',
    about: 'The transcript as captions.',
    scopes: ['video'],
    controls: people,
  },
  captions_vtt: {
    title: 'Captions (WebVTT)',
    about: 'The transcript as captions.',
    scopes: ['video'],
    controls: people,
  },
  designations: {
    title: 'Designation list (text)',
    about: 'Each highlight’s page:line, times, and quote, as plain text.',
    scopes: ['session', 'juror'],
    controls: findings,
  },
  designations_oncue: {
    title: 'Designation list (OnCue)',
    about: 'Each highlight’s page:line, grouped by transcript for import into OnCue.',
    scopes: ['session', 'juror'],
    controls: findings,
  },
  designations_srt: {
    title: 'Designation list (SRT)',
    about: 'Each highlight as a caption on the session clock.',
    scopes: ['session'],
    controls: findings,
  },
  designations_vtt: {
    title: 'Designation list (WebVTT)',
    about: 'Each highlight as a cue on the session clock.',
    scopes: ['session'],
    controls: findings,
  },
  evidence_pack: {
    title: 'Evidence pack',
    about: 'Clips, passages, a hash manifest, the custody log, and an offline verifier.',
    scopes: ['session', 'juror'],
    controls: [...findings, 'context', 'paper'],
  },
  case_archive: {
    title: 'Case archive',
    about: 'The entire case, for transfer or retention.',
    scopes: ['case'],
    controls: [],
    neverLinked: true,
    needsLead: true,
  },
}

export const opensFilms = ({ type, template }: { type: ExportType; template: ExportTemplate }): boolean =>
  (type === 'pdf' || type === 'html') && templateRules[template].controls.includes('timecodes')

type Marked = { template: ExportTemplate; options: { includePrivileged: boolean; filing: boolean } }
const hasOption = ({ template }: Marked, control: ExportControl) => templateRules[template].controls.includes(control)

export const isDraftPaper = (of: Marked): boolean => hasOption(of, 'filing') && !of.options.filing

/** Privileged documents are marked on every page and can't be shared by link. */
export const isPrivilegedPaper = (of: Marked): boolean =>
  (hasOption(of, 'privileged') && of.options.includePrivileged) || isDraftPaper(of)
