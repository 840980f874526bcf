/** What can be made: file types, the templates of each, what a template is made of, and what it may hold. */

/** `list` is plain text for trial presentation software; `pack` and `archive` are verifiable zip files. */
export const exportTypes = ['pdf', 'csv', 'xlsx', 'html', 'mp4', 'list', 'pack', 'archive'] as const
export type ExportType = (typeof exportTypes)[number]

export const exportScopes = ['case', 'session', 'video', 'juror'] as const
export type ExportScopeKind = (typeof exportScopes)[number]

export const exportTemplates = [
  'session_summary',
  'transcript',
  'juror_report',
  'cause_memo',
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
  /** What a password does to a file of this type, and what opens it then. */
  lock: string
  /** What is made in this type, in the order of the form. */
  templates: readonly ExportTemplate[]
}

const zipped = 'The file comes in an encrypted zip (AES-256).'
const zippedTable = `${zipped} 7-Zip, WinZip and macOS tools such as Keka open it; Windows Explorer does not.`
const tables = ['strikes', 'jurors', 'highlights', 'transcript', 'audit'] as const

const specs = {
  pdf: {
    word: 'PDF',
    lock: 'The PDF itself is encrypted (AES-256) and asks for it.',
    templates: [
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
  },
  csv: { word: 'CSV', lock: zippedTable, templates: tables },
  xlsx: { word: 'Excel (XLSX)', lock: zippedTable, templates: tables },
  html: {
    word: 'Web page (HTML)',
    lock: 'The page is encrypted (AES-256) and asks for it when it is opened.',
    templates: ['session_page'],
  },
  mp4: {
    word: 'Video (MP4)',
    lock: 'The video comes in an encrypted zip (AES-256).',
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
    lock: 'The pack is an encrypted zip (AES-256).',
    templates: ['evidence_pack'],
  },
  archive: {
    word: 'Case archive (ZIP)',
    lock: 'The archive is encrypted (AES-256).',
    templates: ['case_archive'],
  },
} as const satisfies Record<ExportType, ExportSpec>
export const exportSpecs: Readonly<Record<ExportType, ExportSpec>> = specs

/** The templates of one type: its maker has an entry for each. */
export type TemplateIn<Type extends ExportType> = (typeof specs)[Type]['templates'][number]

export const isMadeIn = (template: ExportTemplate, type: ExportType): boolean =>
  exportSpecs[type].templates.includes(template)

export function requireTemplate<Type extends ExportType>(type: Type, template: ExportTemplate): TemplateIn<Type> {
  if (!isMadeIn(template, type)) throw new Error(`${template} has no ${type} file.`)
  return template
}

/** What of the form applies to a template; the rest is hidden and ignored. */
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
  /** Seconds before and after each clip. */
  | 'context'
  /** Cards between clips, and their order. */
  | 'reel'
  /** What a timecode opens: see `opensFilms`. */
  | 'timecodes'

export type TemplateRule = {
  title: string
  /** One sentence for the builder. */
  about: string
  scopes: readonly ExportScopeKind[]
  controls: readonly ExportControl[]
  /** Never on a link, whatever was chosen: it holds the team's own thinking, or everything. */
  neverLinked?: true
  /** Only for who may read the activity of the case. */
  needsAudit?: true
  /** Only for the lead of the case. */
  needsLead?: true
  /** Made of one picked highlight; offered where one is picked. */
  oneHighlight?: true
}

const people = ['names', 'employers'] as const
const findings = ['types', 'severities', 'jurors', 'highlights', 'suggestions', ...people] as const
const paper = ['paper', 'watermark'] as const

export const templateRules: Readonly<Record<ExportTemplate, TemplateRule>> = {
  session_summary: {
    title: 'Session summary',
    about: 'The sitting on a few pages: videos, jurors, what was decided on, with quotes and timecodes.',
    scopes: ['session'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', ...paper],
  },
  transcript: {
    title: 'Transcript',
    about: 'Every word with its speaker and time, with numbered lines.',
    scopes: ['session', 'video'],
    controls: [...people, 'timecodes', ...paper],
  },
  juror_report: {
    title: 'Juror report',
    about: 'Each juror with what they said of themselves, what was found in their words, and what became of them.',
    scopes: ['juror', 'session', 'case'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', ...paper],
  },
  cause_memo: {
    title: 'Cause memo',
    about: 'Each chain from concern to ruling, with quotes, page and line and timecodes, to paste into a motion.',
    scopes: ['session', 'juror'],
    controls: [...findings, 'privileged', 'timecodes', ...paper],
  },
  comparative_analysis: {
    title: 'Comparative analysis',
    about: 'What each struck juror said beside what jurors who were kept said on the same matter.',
    scopes: ['session'],
    controls: ['types', 'severities', 'suggestions', ...people, 'timecodes', ...paper],
    neverLinked: true,
  },
  seating_chart: {
    title: 'Seating chart',
    about: 'The box with who sits where, on one page.',
    scopes: ['session'],
    controls: ['names', ...paper],
  },
  excusal_list: {
    title: 'Excusal list',
    about: 'Hardship with its four facts, for the sidebar.',
    scopes: ['session'],
    controls: ['suggestions', ...people, 'timecodes', ...paper],
  },
  strike_log_record: {
    title: 'Strike log record',
    about:
      'Strikes of both sides in order, with grounds and rulings. With work product: evidence, drafts, unstated reasons.',
    scopes: ['session', 'case'],
    controls: ['privileged', ...people, 'timecodes', ...paper],
  },
  video_report: {
    title: 'Video report',
    about: 'One video: its facts and hash, who speaks, findings, annotations and transcript.',
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
    about: 'One row a strike.',
    scopes: ['case', 'session'],
    controls: ['privileged', ...people],
  },
  jurors: {
    title: 'Jurors',
    about: 'One row a juror.',
    scopes: ['case', 'session'],
    controls: ['privileged', ...people],
  },
  highlights: {
    title: 'Highlights',
    about: 'One row a highlight, with quote, question, timecode, page and line.',
    scopes: ['session', 'case', 'juror'],
    controls: findings,
  },
  audit: {
    title: 'Activity',
    about: 'The audit record of the case with its hash chain.',
    scopes: ['case'],
    controls: [],
    neverLinked: true,
    needsAudit: true,
  },
  session_page: {
    title: 'Session page',
    about: 'One page that opens from disk: summary, findings, jurors and transcript.',
    scopes: ['session'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', 'watermark'],
  },
  highlight_reel: {
    title: 'Highlight reel',
    about: 'The moments of the highlights in one film, cut from the originals to the picture.',
    scopes: ['session', 'juror'],
    controls: [...findings, 'context', 'clips', 'reel'],
  },
  highlight_clip: {
    title: 'Clip',
    about: 'One highlight, cut from its original: copied where that is exact to the picture, encoded otherwise.',
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
    about: 'Page and line, and times, of each highlight with its quote, as plain text.',
    scopes: ['session', 'juror'],
    controls: findings,
  },
  designations_oncue: {
    title: 'Designation list (OnCue)',
    about: 'Page and line of each highlight under a header for each transcript, as OnCue imports them.',
    scopes: ['session', 'juror'],
    controls: findings,
  },
  designations_srt: {
    title: 'Designation list (SRT)',
    about: 'Each highlight as a caption at its time on the clock of the session.',
    scopes: ['session'],
    controls: findings,
  },
  designations_vtt: {
    title: 'Designation list (WebVTT)',
    about: 'Each highlight as a cue at its time on the clock of the session.',
    scopes: ['session'],
    controls: findings,
  },
  evidence_pack: {
    title: 'Evidence pack',
    about: 'Clips, passages, a manifest of hashes, the custody log and an offline verifier.',
    scopes: ['session', 'juror'],
    controls: [...findings, 'context', 'paper'],
  },
  case_archive: {
    title: 'Case archive',
    about: 'The whole case, for hand-over and retention.',
    scopes: ['case'],
    controls: [],
    neverLinked: true,
    needsLead: true,
  },
}

/** Whether its timecodes can open a film by a share link: it prints them, in a type that holds links. */
export const opensFilms = ({ type, template }: { type: ExportType; template: ExportTemplate }): boolean =>
  (type === 'pdf' || type === 'html') && templateRules[template].controls.includes('timecodes')
