import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { templateRules } from '#contract/exports/templates.ts'
import { describeAuditMark } from '#server/features/audit/audit.service.ts'
import { readProfile } from '#server/features/profile/profile.service.ts'
import type { Cell, Doc, Block } from './doc.ts'
import { toClock, toWords, cleanText } from './clean.ts'
import type { FilmLink } from '../../core/film-link.ts'
import type { Gathered } from './gather.ts'
import type { Redactor } from './redact.ts'
import type { ExportOrder } from '../../core/maker.ts'

type Body = Pick<Doc, 'blocks'> & {
  /** Times of change of what went in: the latest is the document's date. */
  changed: (Date | string | null)[]
  facts?: [string, Cell][]
  /** Suggestions that the filters let through and that were left out. */
  unconfirmed?: number
  isDraft?: boolean
}

/** A document with its cover, on which every choice is said in words. */
export function buildDocument(gathered: Gathered, { blocks, changed, facts = [], unconfirmed = 0 }: Body): Doc {
  const { order, subject, firmName, redact, timeZone } = gathered
  const { inCase } = subject
  const { options } = order
  const times = [...changed, inCase?.updatedAt ?? null]
    .filter((each) => each !== null)
    .map((each) => new Date(each).getTime())
  const said: Pick<Doc, 'blocks' | 'facts' | 'notices' | 'title' | 'subtitle'> = {
    title: templateRules[order.template].title,
    subtitle: redact.text(subject.label),
    facts: [
      ['Firm', redact.text(firmName)],
      ...(inCase
        ? ([
            ['Case', redact.text(inCase.title)],
            ['Case number', redact.text(inCase.caseNumber)],
            ['Court', redact.text([inCase.court, inCase.courtroom].filter(Boolean).join(', '))],
            ['Judge', redact.text(inCase.judge)],
          ] as [string, Cell][])
        : []),
      ...facts,
    ].filter(([, value]) => value !== '') as [string, Cell][],
    notices: listNotices(gathered, unconfirmed),
    blocks,
  }
  const asOf = new Date(Math.max(0, ...times)).toISOString()
  return {
    ...said,
    asOf,
    asOfWords: toClock(asOf, timeZone),
    fingerprint: toFingerprint(said),
    audit: gathered.auditMark && describeAuditMark(gathered.auditMark),
    paper: options.paper,
    watermark: redact.text(options.watermark),
  }
}

function listNotices({ order, anonymous, film, redact, timeZone }: Gathered, unconfirmed: number): string[] {
  const { options, filters, template } = order
  const { controls } = templateRules[template]
  const has = (control: (typeof controls)[number]) => controls.includes(control)
  const chosen = listFilters(filters)
  const names = anonymous
    ? 'The jury is anonymous: jurors are called by their numbers only, also where their names were spoken.'
    : options.redactNames
      ? 'Names of jurors are replaced by their numbers, also where they were spoken. A name that is not on the list of jurors stays as it was said.'
      : 'Jurors are named. This was chosen.'
  return [
    names,
    ...(has('employers')
      ? [
          options.redactEmployers || anonymous
            ? 'Employers of jurors are left out.'
            : 'Employers of jurors are named. This was chosen.',
        ]
      : []),
    ...(has('privileged')
      ? [
          options.includePrivileged
            ? 'PRIVILEGED: it holds work product of the trial team. This was chosen. Do not pass it on.'
            : 'Rationale, evidence, drafts, notes and ratings of the trial team are left out.',
        ]
      : []),
    ...(has('suggestions')
      ? [
          options.includeSuggestions
            ? 'It holds suggestions of the software that nobody has confirmed; each says so.'
            : `Only what a person has confirmed is in it.${unconfirmed > 0 ? ` ${unconfirmed} unconfirmed ${unconfirmed === 1 ? 'suggestion was' : 'suggestions were'} left out.` : ''}`,
        ]
      : []),
    ...(film ? [filmNotice(film, redact, timeZone)] : []),
    ...(chosen.length > 0 ? [`Narrowed to ${chosen.join('; ')}.`] : []),
    'This is a working document and not a court record. Verify every quotation against the recording.',
  ]
}

const listFilters = ({ types, severities, jurors, highlightIds }: ExportOrder['filters']): string[] =>
  [
    types.length > 0 && `types ${types.map(toWords).join(', ')}`,
    severities.length > 0 && `severities ${severities.join(', ')}`,
    jurors.length > 0 && `jurors ${jurors.join(', ')}`,
    highlightIds.length > 0 && `${highlightIds.length} highlights picked one by one`,
  ].filter((each) => each !== false)

function filmNotice(film: FilmLink, redact: Redactor, timeZone: string): string {
  const { title, linkEndsAt, hasPassword, hasEmailCode, maxDownloads } = film
  const keys = [hasPassword && 'a password', hasEmailCode && 'a code by e-mail'].filter(Boolean)
  const limits = [
    ...(keys.length > 0 ? [`with ${keys.join(' and ')}`] : []),
    ...(maxDownloads === null ? [] : [`in ${maxDownloads} openings at most`]),
  ]
  return (
    `Timecodes open the film “${redact.text(title)}” by a share link until ${toClock(linkEndsAt, timeZone)}: whoever has this document ` +
    `can watch it until then${limits.map((each) => `, ${each}`).join('')}. ` +
    'Timecodes that the film does not show open the review room, for members of the case.'
  )
}

/**
 * A line to sign on, with who asked for the document: their own signature block where they wrote one, else what their
 * profile says of them.
 */
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

/** SHA-256 over the content as JSON: two files with the same one say the same. */
export const toFingerprint = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** What went into a file and what made it; kept with the export's row. */
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
