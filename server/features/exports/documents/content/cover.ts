import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isDraftPaper, isPrivilegedPaper, templateRules } from '#contract/exports/templates.ts'
import { describeAuditMark } from '#server/features/audit/audit.service.ts'
import { readProfile } from '#server/features/profile/profile.service.ts'
import type { Caption, CaptionParty, Cell, Doc, Block } from './doc.ts'
import { toLocalTime, toWords, cleanText } from './clean.ts'
import type { FilmLink } from '../../core/film-link.ts'
import { type Gathered, getLabel } from './gather.ts'
import type { Redactor } from './redact.ts'
import type { ExportOrder } from '../../core/maker.ts'

type Body = Pick<Doc, 'blocks'> & {
  changed: (Date | string | null)[]
  facts?: [string, Cell][]
  unconfirmed?: number
}

export function buildDocument(gathered: Gathered, { blocks, changed, facts = [], unconfirmed = 0 }: Body): Doc {
  const { order, subject, firmName, redact, timeZone } = gathered
  const { inCase } = subject
  const { options } = order
  const times = [...changed, inCase?.updatedAt ?? null]
    .filter((each) => each !== null)
    .map((each) => new Date(each).getTime())
  const cover: Pick<Doc, 'blocks' | 'caption' | 'facts' | 'mark' | 'notices' | 'title' | 'subtitle'> = {
    title: templateRules[order.template].title,
    caption: inCase && buildCaption(inCase, redact),
    mark: isPrivilegedPaper(order) ? privilegedMark : '',
    subtitle: getLabel(gathered),
    facts: [...facts, ['Prepared by', redact.text(firmName)]].filter(([, value]) => value !== '') as [string, Cell][],
    notices: listNotices(gathered, unconfirmed),
    blocks,
  }
  const fingerprint = toFingerprint(cover)
  const asOf = new Date(Math.max(0, ...times)).toISOString()
  return {
    ...cover,
    asOf,
    asOfWords: toLocalTime(asOf, timeZone),
    fingerprint,
    reference: [
      cleanText(inCase?.caseNumber ?? '')
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, longestReference)
        .replace(/-$/, ''),
      fingerprint.slice(0, 6).toUpperCase(),
    ]
      .filter(Boolean)
      .join('-'),
    audit: gathered.auditMark && describeAuditMark(gathered.auditMark),
    paper: options.paper,
    watermark: redact.text(options.watermark) || (isDraftPaper(order) ? 'DRAFT' : ''),
    refusal: null,
  }
}

const longestReference = 24

export const privilegedMark = 'Privileged: attorney work product'

/**
 * After the first pleading, a caption may name only the first party on each side, followed by "et al." (Fed. R. Civ. P.
 * 10(a)).
 */
const mostNames = 6

/** Courts, judges, and parties aren't redacted, even if a juror shares a name with one. */
function buildCaption(
  { court, county, state, courtroom, caseNumber, judge, parties, title }: NonNullable<Gathered['subject']['inCase']>,
  redact: Redactor,
): Caption {
  const list = (side: (typeof parties)[number]['side'], missing: string): CaptionParty => {
    const these = parties.filter((each) => each.side === side)
    const role = these[0]?.role ?? missing
    const names = these.map(({ name }) => cleanText(name))
    return {
      names: names.length > mostNames ? [`${names[0]!}, et al.`] : names,
      // In a criminal caption, the People or the State has no role label.
      role: role === 'prosecution' ? '' : `${toWords(role)}${these.length > 1 ? 's' : ''}`,
    }
  }
  const others = list('other', 'other')
  return {
    court: cleanText(court),
    place: cleanText([county, state].filter(Boolean).join(', ')),
    above: list('plaintiff', 'plaintiff'),
    below: list('defense', 'defendant'),
    others: others.names.length > 0 ? others : null,
    action: redact.text(title),
    caseNumber: cleanText(caseNumber),
    judge: cleanText(judge),
    courtroom: cleanText(courtroom),
  }
}

function listNotices({ order, anonymous, film, redact, timeZone }: Gathered, unconfirmed: number): string[] {
  const { options, filters, template } = order
  const { controls } = templateRules[template]
  const has = (control: (typeof controls)[number]) => controls.includes(control)
  const chosen = listFilters(filters)
  const names = anonymous
    ? 'Anonymous jury: jurors are identified by number only, including where names were spoken.'
    : options.redactNames
      ? 'Juror names are replaced by juror numbers, including where they were spoken. Names that are not on the juror list are not redacted.'
      : 'Juror names are included, as selected.'
  return [
    names,
    ...(has('employers')
      ? [
          options.redactEmployers || anonymous
            ? 'Juror employers are redacted.'
            : 'Juror employers are included, as selected.',
        ]
      : []),
    ...(has('privileged')
      ? [
          options.includePrivileged
            ? 'PRIVILEGED: contains attorney work product. Do not distribute outside the trial team.'
            : 'The trial team’s rationale, evidence, drafts, notes, and ratings are omitted.',
        ]
      : []),
    ...(has('suggestions')
      ? [
          options.includeSuggestions
            ? 'Includes unconfirmed software suggestions, each marked as such.'
            : `Includes only highlights confirmed by a person.${unconfirmed > 0 ? ` ${unconfirmed} unconfirmed ${unconfirmed === 1 ? 'suggestion was' : 'suggestions were'} omitted.` : ''}`,
        ]
      : []),
    ...(film ? [filmNotice(film, redact, timeZone)] : []),
    ...(chosen.length > 0 ? [`Limited to ${chosen.join('; ')}.`] : []),
    ...(isDraftPaper(order) ? ['Draft motion. Privileged until it is exported for filing.'] : []),
    'This is a working document, not an official court record. Verify every quotation against the recording.',
  ]
}

const listFilters = ({ types, severities, jurors, highlightIds }: ExportOrder['filters']): string[] =>
  [
    types.length > 0 && `types ${types.map(toWords).join(', ')}`,
    severities.length > 0 && `severities ${severities.join(', ')}`,
    jurors.length > 0 && `jurors ${jurors.join(', ')}`,
    highlightIds.length > 0 && `${highlightIds.length} selected highlights`,
  ].filter((each) => each !== false)

function filmNotice(film: FilmLink, redact: Redactor, timeZone: string): string {
  const { title, linkEndsAt, hasPassword, hasEmailCode, maxDownloads } = film
  const keys = [hasPassword && 'a password', hasEmailCode && 'an emailed code'].filter(Boolean)
  const limits = [
    ...(keys.length > 0 ? [`with ${keys.join(' and ')}`] : []),
    ...(maxDownloads === null ? [] : [maxDownloads === 1 ? 'once' : `up to ${maxDownloads} times`]),
  ]
  return (
    `Timecodes open the video “${redact.text(title)}” until ${toLocalTime(linkEndsAt, timeZone)}. Anyone with this document ` +
    `can watch it until then${limits.map((each) => `, ${each}`).join('')}. ` +
    'Timecodes outside that video open the review room, for case members only.'
  )
}

export async function buildSignature({ db, order, firmName }: Gathered): Promise<Block> {
  const { name, title, barAdmissions, signatureBlock, phone } = await readProfile(db, order.createdBy)
  const own = signatureBlock.split('\n').map((line) => cleanText(line).trim())
  const known = [
    title,
    ...barAdmissions
      .filter(({ status }) => status === 'active')
      .map(({ state, number }) => `Bar No. ${number} (${state})`),
    firmName,
    phone,
  ]
  return {
    kind: 'signature',
    name: cleanText(name),
    lines: [...(own.some(Boolean) ? own : known.map(cleanText)).filter(Boolean), 'Date: ____________________'],
  }
}

const { version } = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const software = `Venire ${version}`

export const toFingerprint = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

export const buildManifest = (
  { template, type, scope, filters, options }: ExportOrder,
  content: unknown,
  counts: Record<string, number>,
  inputs: { videoId: string; sha256: string | null }[] = [],
): Record<string, unknown> => ({
  software,
  type,
  template,
  scope,
  filters,
  options,
  contentSha256: toFingerprint(content),
  counts,
  inputs,
})
