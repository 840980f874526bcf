// cspell:disable
import { describe, expect, test } from 'vitest'
import { exportLimits, ExportOptions, ExportPlan, NewExport, NewPassword } from './exports.ts'
import { passwordBits, passwordStrength } from './passwords.ts'
import { createShareLink, readToken, ShareAddress, shareLimits } from './share.ts'
import {
  exportScopes,
  exportSpecs,
  exportTemplates,
  exportTypes,
  isDraftPaper,
  isMadeIn,
  isPrivilegedPaper,
  opensFilms,
  requireTemplate,
  templateRules,
} from './templates.ts'

const id = '33333333-3333-4333-8333-333333333333'
const plan = (more: Record<string, unknown> = {}) => ({
  type: 'pdf',
  template: 'session_summary',
  scope: { kind: 'session', id },
  ...more,
})
const findFaults = (value: unknown, schema: typeof ExportPlan | typeof NewExport = NewExport) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('what can be exported', () => {
  test('every template is made as at least one type and in at least one scope', () => {
    for (const template of exportTemplates) {
      expect([template, exportTypes.some((type) => isMadeIn(template, type))]).toEqual([template, true])
      expect([template, templateRules[template].scopes.length > 0]).toEqual([template, true])
    }
  })

  test('a type and scope are accepted exactly if the template has both', () => {
    for (const template of exportTemplates)
      for (const type of exportTypes)
        for (const kind of exportScopes) {
          const filters = { highlightIds: templateRules[template].oneHighlight ? [id] : [] }
          const found = ExportPlan.safeParse({ type, template, scope: { kind, id }, filters }).success
          const fits = exportSpecs[type].templates.includes(template) && templateRules[template].scopes.includes(kind)
          expect([template, type, kind, found]).toEqual([template, type, kind, fits])
        }
  })

  test('a template of another type is an error of the program', () => {
    expect(requireTemplate('docx', 'cause_motion')).toBe('cause_motion')
    expect(() => requireTemplate('docx', 'jurors')).toThrow('jurors has no docx file.')
  })

  test('only a motion and a memo can be edited in Word', () => {
    expect(exportTemplates.filter((template) => isMadeIn(template, 'docx'))).toEqual(['cause_memo', 'cause_motion'])
  })

  test('what may never leave by link: comparisons of jurors, the activity, and the whole case', () => {
    expect(exportTemplates.filter((template) => templateRules[template].neverLinked)).toEqual([
      ...['comparative_analysis', 'audit', 'case_archive'],
    ])
  })

  test('the activity needs the right to read it, and the archive needs the lead', () => {
    expect(exportTemplates.filter((template) => templateRules[template].needsAudit)).toEqual(['audit'])
    expect(exportTemplates.filter((template) => templateRules[template].needsLead)).toEqual(['case_archive'])
    expect(exportTemplates.filter((template) => templateRules[template].needsVerified)).toEqual(['cause_motion'])
  })

  test('every template that shows names can redact them', () => {
    const shown = exportTemplates.filter((template) => templateRules[template].controls.includes('employers'))
    for (const template of shown)
      expect([template, templateRules[template].controls.includes('names')]).toEqual([template, true])
    expect(exportTemplates.filter((template) => !templateRules[template].controls.includes('names'))).toEqual([
      ...['audit', 'case_archive'],
    ])
  })

  test('timecodes open a shared film only from a PDF or a page', () => {
    expect(opensFilms({ type: 'pdf', template: 'session_summary' })).toBe(true)
    expect(opensFilms({ type: 'html', template: 'session_page' })).toBe(true)
    expect(opensFilms({ type: 'docx', template: 'cause_motion' })).toBe(false)
    expect(opensFilms({ type: 'pdf', template: 'seating_chart' })).toBe(false)
  })
})

describe('privileged papers', () => {
  const options = (includePrivileged: boolean, filing = false) => ({ includePrivileged, filing })

  test('are those with work product', () => {
    expect(isPrivilegedPaper({ template: 'juror_report', options: options(true) })).toBe(true)
    expect(isPrivilegedPaper({ template: 'juror_report', options: options(false) })).toBe(false)
  })

  test('don’t include templates that have no work product, whatever the option says', () => {
    expect(isPrivilegedPaper({ template: 'transcript', options: options(true) })).toBe(false)
    expect(isPrivilegedPaper({ template: 'highlights', options: options(true) })).toBe(false)
  })

  test('include a motion until it is exported for filing', () => {
    expect(isDraftPaper({ template: 'cause_motion', options: options(false) })).toBe(true)
    expect(isPrivilegedPaper({ template: 'cause_motion', options: options(false) })).toBe(true)
    expect(isPrivilegedPaper({ template: 'cause_motion', options: options(false, true) })).toBe(false)
    expect(isDraftPaper({ template: 'cause_memo', options: options(false) })).toBe(false)
  })
})

describe('options', () => {
  test('redact, omit work product and suggestions, and expire unless somebody asks otherwise', () => {
    const made = NewExport.parse(plan())
    expect(made.options).toMatchObject({
      redactNames: true,
      redactEmployers: true,
      includePrivileged: false,
      includeSuggestions: false,
      filing: false,
      timecodeBurn: false,
    })
    expect(made.expiresInHours).toBe(7 * 24)
    expect(made.filters).toEqual({ types: [], severities: [], jurors: [], highlightIds: [] })
    expect([made.password, made.filmLink]).toEqual([undefined, undefined])
  })

  test.for([
    [{ contextSeconds: 61 }, 'options.contextSeconds: Enter 0 to 60 seconds before and after.'],
    [{ contextSeconds: -1 }, 'options.contextSeconds: Enter 0 to 60 seconds before and after.'],
    [{ contextSeconds: '5' }, 'options.contextSeconds: Enter 0 to 60 seconds before and after.'],
  ] as const)('%o is refused in words', ([options, fault]) => {
    expect(findFaults(plan({ options }))).toEqual([fault])
  })

  test.for([
    { paper: 'legal' },
    { captions: 'yes' },
    { reelOrder: 'random' },
    { watermark: 'x'.repeat(exportLimits.watermark + 1) },
    { redactNames: 'no' },
    { includeEverything: true },
  ])('%o is refused', (options) => {
    expect(ExportOptions.safeParse(options).success).toBe(false)
  })

  test('a watermark loses its outer spaces', () => {
    expect(ExportOptions.parse({ watermark: '  For the court ' }).watermark).toBe('For the court')
  })

  test('an unknown template, scope, or extra field is refused', () => {
    for (const more of [
      { template: 'diary' },
      { scope: { kind: 'firm', id } },
      { scope: { kind: 'session', id: '7' } },
    ])
      expect([more, findFaults(plan(more)).length]).toEqual([more, 1])
    expect(findFaults(plan({ firmId: id }))).toHaveLength(1)
  })

  test('a misfit is named in words, next to the template', () => {
    const words = 'This template isn’t available for this file type and scope. Choose a different type or template.'
    expect(findFaults(plan({ type: 'csv' }))).toEqual([`template: ${words}`])
  })

  test.for([0, 2])('a clip of %d highlights is refused', (count) => {
    const highlightIds = Array.from({ length: count }, () => id)
    const clip = plan({ type: 'mp4', template: 'highlight_clip', filters: { highlightIds } })
    expect(findFaults(clip)).toEqual(['filters.highlightIds: Select exactly one highlight for a clip.'])
  })

  test('a file lives from an hour to a year, or forever if the firm allows it', () => {
    const isAllowed = (expiresInHours: number | null) => findFaults(plan({ expiresInHours })).length === 0
    expect([0.5, 1, 365 * 24, 365 * 24 + 1, null].map(isAllowed)).toEqual([false, true, true, false, true])
  })

  test('filters have limits, and a juror’s number no spaces around it', () => {
    const parse = (filters: object) => ExportPlan.safeParse(plan({ filters }))
    expect(parse({ jurors: [' 012 '] }).data?.filters.jurors).toEqual(['012'])
    expect(parse({ jurors: ['  '] }).success).toBe(false)
    expect(parse({ jurors: Array.from({ length: exportLimits.jurors + 1 }, () => '1') }).success).toBe(false)
    expect(parse({ highlightIds: Array.from({ length: exportLimits.picked + 1 }, () => id) }).success).toBe(false)
    expect(parse({ severities: ['grave'] }).success).toBe(false)
  })
})

describe('passwords', () => {
  test.for([
    ['Ab3!xyz', 'Password must be at least 8 characters.'],
    [`Kr7${'q!'.repeat(63)}`, 'Password can’t be longer than 128 characters.'],
    ['plum7 Grove\nlantern', 'Password can’t contain line breaks or control characters.'],
    ['password123', 'This password is too easy to guess. Make it longer or less predictable.'],
    ['aaaaaaaaaaaaaaaaaaaa', 'This password is too easy to guess. Make it longer or less predictable.'],
  ] as const)('%j: %s', ([password, fault]) => {
    expect(NewPassword.safeParse(password).error?.issues.map(({ message }) => message)).toContain(fault)
  })

  test('an unpredictable password is enough, in any script', () => {
    for (const password of ['plum7 Grove lantern', 'Kx9#vR2!mQ8z', 'жук рисует лампу'])
      expect([password, NewPassword.safeParse(password).success]).toEqual([password, true])
  })

  test('runs, repeats, and common words add almost nothing', () => {
    expect(passwordBits('abcdefghij')).toBeLessThan(passwordBits('aqxzhwtkjb'))
    expect(passwordBits('xyxyxyxyxy')).toBeLessThan(passwordBits('xkqwmzbtrn'))
    expect(passwordBits('welcomewelcome')).toBeLessThan(20)
    expect([passwordStrength('short').word, passwordStrength('plum7 Grove lantern').word]).toEqual(['weak', 'strong'])
  })
})

describe('share links', () => {
  const token = 'A'.repeat(43)

  test.for([
    [`https://firm.example/s/${token}`, true],
    [` https://firm.example/s/${token}?t=12 `, true],
    [`https://firm.example/s/${token}#t=12`, true],
    [`https://firm.example/s/${token}B`, false],
    [`https://firm.example/s/${'A'.repeat(42)}`, false],
    ['https://firm.example/videos/7', false],
    ['', false],
  ] as const)('%s opens a film: %s', ([address, isLink]) => {
    expect(ShareAddress.safeParse(address).success).toBe(isLink)
    expect(readToken(address.trim())).toBe(isLink ? token : '')
  })

  test('last a week and any number of downloads unless somebody asks otherwise', () => {
    expect(createShareLink.input.parse({})).toEqual({
      label: '',
      recipients: [],
      emailCode: false,
      expiresInHours: shareLimits.defaultHours,
      maxDownloads: null,
    })
  })

  test.for([
    { maxDownloads: 0 },
    { maxDownloads: 1.5 },
    { maxDownloads: shareLimits.maxDownloads + 1 },
    { recipients: ['ann at firm'] },
    { recipients: Array.from({ length: shareLimits.recipients + 1 }, (_, at) => `a${at}@firm.example`) },
    { password: 'password' },
    { expiresInHours: 0 },
  ])('%o is refused', (input) => {
    expect(createShareLink.input.safeParse(input).success).toBe(false)
  })
})
