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
  types: readonly ExportType[]
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
const tables = ['csv', 'xlsx'] as const

export const templateRules: Readonly<Record<ExportTemplate, TemplateRule>> = {
  session_summary: {
    title: 'Session summary',
    about: 'The sitting on a few pages: videos, jurors, what was decided on, with quotes and timecodes.',
    types: ['pdf'],
    scopes: ['session'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', ...paper],
  },
  transcript: {
    title: 'Transcript',
    about: 'Every word with its speaker and time, with numbered lines.',
    types: ['pdf', ...tables],
    scopes: ['session', 'video'],
    controls: [...people, 'timecodes', ...paper],
  },
  juror_report: {
    title: 'Juror report',
    about: 'Each juror with what they said of themselves, what was found in their words, and what became of them.',
    types: ['pdf'],
    scopes: ['juror', 'session', 'case'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', ...paper],
  },
  cause_memo: {
    title: 'Cause memo',
    about: 'Each chain from concern to ruling, with quotes, page and line and timecodes, to paste into a motion.',
    types: ['pdf'],
    scopes: ['session', 'juror'],
    controls: [...findings, 'privileged', 'timecodes', ...paper],
  },
  comparative_analysis: {
    title: 'Comparative analysis',
    about: 'What each struck juror said beside what jurors who were kept said on the same matter.',
    types: ['pdf'],
    scopes: ['session'],
    controls: ['types', 'severities', 'suggestions', ...people, 'timecodes', ...paper],
    neverLinked: true,
  },
  seating_chart: {
    title: 'Seating chart',
    about: 'The box with who sits where, on one page.',
    types: ['pdf'],
    scopes: ['session'],
    controls: ['names', ...paper],
  },
  excusal_list: {
    title: 'Excusal list',
    about: 'Hardship with its four facts, for the sidebar.',
    types: ['pdf'],
    scopes: ['session'],
    controls: ['suggestions', ...people, 'timecodes', ...paper],
  },
  strike_log_record: {
    title: 'Strike log record',
    about:
      'Strikes of both sides in order, with grounds and rulings. With work product: evidence, drafts, unstated reasons.',
    types: ['pdf'],
    scopes: ['session', 'case'],
    controls: ['privileged', ...people, 'timecodes', ...paper],
  },
  video_report: {
    title: 'Video report',
    about: 'One video: its facts and hash, who speaks, findings, annotations and transcript.',
    types: ['pdf'],
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
    types: tables,
    scopes: ['case', 'session'],
    controls: ['privileged', ...people],
  },
  jurors: {
    title: 'Jurors',
    about: 'One row a juror.',
    types: tables,
    scopes: ['case', 'session'],
    controls: ['privileged', ...people],
  },
  highlights: {
    title: 'Highlights',
    about: 'One row a highlight, with quote, question, timecode, page and line.',
    types: tables,
    scopes: ['session', 'case', 'juror'],
    controls: findings,
  },
  audit: {
    title: 'Activity',
    about: 'The audit record of the case with its hash chain.',
    types: tables,
    scopes: ['case'],
    controls: [],
    neverLinked: true,
    needsAudit: true,
  },
  session_page: {
    title: 'Session page',
    about: 'One page that opens from disk: summary, findings, jurors and transcript.',
    types: ['html'],
    scopes: ['session'],
    controls: [...findings, 'privileged', 'stills', 'timecodes', 'watermark'],
  },
  highlight_reel: {
    title: 'Highlight reel',
    about: 'The moments of the highlights in one film, cut from the originals to the picture.',
    types: ['mp4'],
    scopes: ['session', 'juror'],
    controls: [...findings, 'context', 'clips', 'reel'],
  },
  highlight_clip: {
    title: 'Clip',
    about: 'One highlight, cut from its original: copied where that is exact to the picture, encoded otherwise.',
    types: ['mp4'],
    scopes: ['session', 'juror'],
    controls: ['highlights', 'suggestions', ...people, 'context', 'clips'],
    oneHighlight: true,
  },
  captions_srt: {
    title: 'Captions (SRT)',
    about: 'The transcript as captions.',
    types: ['list'],
    scopes: ['video'],
    controls: people,
  },
  captions_vtt: {
    title: 'Captions (WebVTT)',
    about: 'The transcript as captions.',
    types: ['list'],
    scopes: ['video'],
    controls: people,
  },
  designations: {
    title: 'Designation list (text)',
    about: 'Page and line, and times, of each highlight with its quote, as plain text.',
    types: ['list'],
    scopes: ['session', 'juror'],
    controls: findings,
  },
  designations_oncue: {
    title: 'Designation list (OnCue)',
    about: 'Page and line of each highlight under a header for each transcript, as OnCue imports them.',
    types: ['list'],
    scopes: ['session', 'juror'],
    controls: findings,
  },
  designations_srt: {
    title: 'Designation list (SRT)',
    about: 'Each highlight as a caption at its time on the clock of the session.',
    types: ['list'],
    scopes: ['session'],
    controls: findings,
  },
  designations_vtt: {
    title: 'Designation list (WebVTT)',
    about: 'Each highlight as a cue at its time on the clock of the session.',
    types: ['list'],
    scopes: ['session'],
    controls: findings,
  },
  evidence_pack: {
    title: 'Evidence pack',
    about: 'Clips, passages, a manifest of hashes, the custody log and an offline verifier.',
    types: ['pack'],
    scopes: ['session', 'juror'],
    controls: [...findings, 'context', 'paper'],
  },
  case_archive: {
    title: 'Case archive',
    about: 'The whole case, for hand-over and retention.',
    types: ['archive'],
    scopes: ['case'],
    controls: [],
    neverLinked: true,
    needsLead: true,
  },
}

/** Whether its timecodes can open a film by a share link: it prints them, in a type that holds links. */
export const opensFilms = ({ type, template }: { type: ExportType; template: ExportTemplate }): boolean =>
  (type === 'pdf' || type === 'html') && templateRules[template].controls.includes('timecodes')
