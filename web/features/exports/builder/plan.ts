import type { CaseDetail } from '#contract/cases/cases.ts'
import { type ExportFilters, type ExportOptions, type ExportPlan, exportLimits } from '#contract/exports/exports.ts'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import {
  type ExportControl,
  type ExportScopeKind,
  type ExportTemplate,
  exportSpecs,
  exportTypes,
  type ExportType,
  templateRules,
} from '#contract/exports/templates.ts'

export type Scope = { kind: ExportScopeKind; id: string; label: string }
export type Rights = {
  /** Null if the video isn't in a case. Its timecodes then can't link to a film. */
  caseId: string | null
  readAudit: boolean
  isLead: boolean
  seesWork: boolean
  isAnonymous: boolean
}
export const getExportRights = (found: CaseDetail): Rights | null =>
  found.walled || !found.may.export
    ? null
    : {
        readAudit: found.may.readAudit ?? false,
        isLead: found.myRole === 'lead',
        seesWork: found.may.seeWorkProduct ?? false,
        caseId: found.id,
        isAnonymous: found.confidentiality === 'anonymous_jury',
      }

export type Offer = { type: ExportType; templates: readonly ExportTemplate[] }

export type Picked = { ids: readonly string[]; hasSuggestions: boolean }

export type Draft = {
  type: ExportType
  template: ExportTemplate
  scope: Scope
  types: ExportFilters['types']
  severities: ExportFilters['severities']
  jurors: string
  picked: Picked | null
  options: ExportOptions
}

export function listOffers(scopes: readonly Scope[], rights: Rights, picked: Picked | null = null): Offer[] {
  const fits = (template: ExportTemplate) => {
    const rule = templateRules[template]
    return (
      listScopes(template, scopes).length > 0 &&
      (rights.readAudit || !rule.needsAudit) &&
      (rights.isLead || !rule.needsLead) &&
      (picked?.ids.length === 1 || !rule.oneHighlight)
    )
  }
  return exportTypes
    .map((type) => ({ type, templates: exportSpecs[type].templates.filter(fits) }))
    .filter(({ templates }) => templates.length > 0)
}

export const listScopes = (template: ExportTemplate, scopes: readonly Scope[]): Scope[] =>
  scopes.filter(({ kind }) => templateRules[template].scopes.includes(kind))

const defaults: ExportOptions = {
  redactNames: true,
  redactEmployers: true,
  includePrivileged: false,
  includeSuggestions: false,
  paper: 'letter',
  watermark: '',
  filing: false,
  stills: false,
  contextSeconds: 5,
  captions: 'selectable',
  timecodeBurn: false,
  titleCards: true,
  reelOrder: 'time',
}

export function hasControl({ type, template }: Pick<Draft, 'type' | 'template'>, control: ExportControl): boolean {
  const isDrawn = type === 'pdf' || type === 'html'
  if (control === 'paper' && type !== 'pdf' && type !== 'docx' && type !== 'pack') return false
  if ((control === 'watermark' || control === 'stills') && !isDrawn) return false
  return templateRules[template].controls.includes(control)
}

/**
 * Starts with the offer for `preferred`, or else the first one, and leaves out private content. Returns null if there
 * are no offers.
 */
export function startDraft(
  offers: readonly Offer[],
  scopes: readonly Scope[],
  preferred?: ExportTemplate,
  picked: Picked | null = null,
): Draft | null {
  const offer = offers.find(({ templates }) => preferred && templates.includes(preferred)) ?? offers[0]
  const type = offer?.type
  const template = offer?.templates.find((each) => each === preferred) ?? offer?.templates[0]
  const scope = template && listScopes(template, scopes)[0]
  if (!type || !template || !scope) return null
  const options: ExportOptions =
    picked === null ? defaults : { ...defaults, reelOrder: 'picked', includeSuggestions: picked.hasSuggestions }
  return { type, template, scope, types: [], severities: [], jurors: '', picked, options }
}

export function choose(
  draft: Draft,
  change: Partial<Pick<Draft, 'type' | 'template' | 'scope'>>,
  offers: readonly Offer[],
  scopes: readonly Scope[],
): Draft {
  const next = { ...draft, ...change }
  const templates = offers.find(({ type }) => type === next.type)?.templates ?? []
  const template = templates.includes(next.template) ? next.template : (templates[0] ?? next.template)
  const fitting = listScopes(template, scopes)
  const scope = fitting.find(({ id }) => id === next.scope.id) ?? fitting[0] ?? next.scope
  return { ...next, template, scope }
}

export type Preset = { title: string; about: string; type: ExportType; template: ExportTemplate }

const presets: readonly Preset[] = [
  {
    title: 'Record',
    about: 'Both sides’ strikes and rulings, as a PDF.',
    type: 'pdf',
    template: 'strike_log_record',
  },
  {
    title: 'Cause motion packet',
    about: 'Draft motion with verified quotes and cites, in Word.',
    type: 'docx',
    template: 'cause_motion',
  },
  {
    title: 'Highlight reel',
    about: 'Confirmed highlights in one video.',
    type: 'mp4',
    template: 'highlight_reel',
  },
  {
    title: 'Everything',
    about: 'The entire case, for transfer or retention.',
    type: 'archive',
    template: 'case_archive',
  },
  {
    title: 'Everything',
    about: 'Clips, passages, hashes, and custody log in one ZIP.',
    type: 'pack',
    template: 'evidence_pack',
  },
]

export function listPresets(offers: readonly Offer[]): Preset[] {
  const offered = presets.filter(({ type, template }) =>
    offers.some((offer) => offer.type === type && offer.templates.includes(template)),
  )
  return offered.filter(({ title }, at) => offered.findIndex((each) => each.title === title) === at)
}

const optionControls = {
  redactNames: ['names'],
  redactEmployers: ['employers'],
  includePrivileged: ['privileged'],
  includeSuggestions: ['suggestions'],
  paper: ['paper'],
  watermark: ['watermark'],
  filing: ['filing'],
  stills: ['stills'],
  contextSeconds: ['clips', 'context'],
  captions: ['clips'],
  timecodeBurn: ['clips'],
  titleCards: ['reel'],
  reelOrder: ['reel'],
} as const satisfies Record<keyof ExportOptions, readonly ExportControl[]>

/** Resets options that the template doesn't use, so they aren't recorded in the export. */
export function buildPlan(draft: Draft): ExportPlan {
  const { type, template, scope, types, severities, jurors, picked, options } = draft
  const has = (control: ExportControl) => hasControl(draft, control)
  const chosen = Object.entries({ ...options, watermark: options.watermark.trim() }).filter(([name]) =>
    optionControls[name as keyof ExportOptions].some(has),
  )
  return {
    type,
    template,
    scope: { kind: scope.kind, id: scope.id },
    filters: {
      types: has('types') ? types : [],
      severities: has('severities') ? severities : [],
      jurors: has('jurors') && scope.kind !== 'juror' ? splitNumbers(jurors) : [],
      highlightIds: has('highlights') ? [...(picked?.ids ?? [])] : [],
    },
    options: { ...defaults, ...Object.fromEntries(chosen) },
  }
}

function splitNumbers(text: string): string[] {
  const parts = text.split(/[,;\n]+/).flatMap((part) => {
    const words = part.split(/\s+/).filter(Boolean)
    return words.every((word) => /\d/.test(word)) ? words : [words.join(' ')]
  })
  return [...new Set(parts)]
}

const dayHours = 24
const usualHours = [1, dayHours, 3 * dayHours, 7 * dayHours, 30 * dayHours, 90 * dayHours, exportLimits.maxHours]

const describeExpiry = (hours: number): string => {
  const [count, unit] = hours < dayHours ? [hours, 'hour'] : [Math.round(hours / dayHours), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export function expiryChoices(policy: ExportPolicy, { never }: { never: boolean }): { value: string; label: string }[] {
  const mostHours = policy.maxExpiryDays * dayHours
  const hours = [...new Set([...usualHours.filter((each) => each <= mostHours), mostHours])]
  return [
    ...hours.map((each) => ({ value: String(each), label: describeExpiry(each) })),
    ...(never && policy.allowNever ? [{ value: '', label: 'Never' }] : []),
  ]
}

export const firstExpiry = (policy: ExportPolicy): string =>
  String(Math.min(exportLimits.defaultHours, policy.maxExpiryDays * dayHours))

export const toHours = (value: string): number | null => (value === '' ? null : Number(value))
