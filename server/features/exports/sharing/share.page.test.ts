import { describe, expect, test } from 'vitest'
import type { Shared } from '../core/exports.queries.ts'
import {
  addressPage,
  codePage,
  filePage,
  gonePage,
  lockedPage,
  pagePolicy,
  passwordPage,
  usedUpPage,
} from './share.page.ts'

const attack = '"><script>alert(1)</script>'
const shared = (row: object = {}, link: object = {}) =>
  ({
    row: {
      type: 'pdf',
      template: 'juror_report',
      filename: 'juror-report.pdf',
      sizeBytes: 1_234_567,
      sha256: 'f00d',
      hasPassword: false,
      manifest: null,
      readyAt: new Date('2026-03-02T20:00:00Z'),
      ...row,
    },
    link: { expiresAt: new Date('2026-03-09T20:00:00Z'), maxDownloads: null, downloads: 0, ...link },
  }) as unknown as Shared
const clips = [{ videoId: '33333333-3333-4333-8333-333333333333', startMs: 0, endMs: 9000, firstFrameMs: 0 }]
const film = { type: 'mp4', template: 'highlight_reel', filename: 'reel.mp4', manifest: { clips } }
const page = (row: object = {}, link: object = {}, startSeconds: number | null = null) =>
  filePage(shared(row, link), 'Stone & Ash', '/s/secret', startSeconds)

test('every page forbids scripts, framing, and foreign content, and asks not to be indexed', () => {
  expect(pagePolicy).toContain("default-src 'none'")
  expect(pagePolicy).toContain("frame-ancestors 'none'")
  expect(pagePolicy).not.toMatch(/unsafe|script-src/)
  const pages = [
    gonePage,
    usedUpPage,
    lockedPage(3),
    passwordPage(null),
    addressPage(null),
    codePage('a@b.c', true, null),
    page(),
  ]
  for (const html of pages) {
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('<script')
  }
})

test('before it is opened, a link says nothing of the file, the case, or the firm', () => {
  for (const html of [
    gonePage,
    lockedPage(3),
    passwordPage('Wrong.'),
    addressPage(null),
    codePage('a@b.c', true, null),
  ])
    expect(html).not.toMatch(/juror|Stone|\.pdf|report/i)
})

test.for([
  ['password', passwordPage],
  ['address', addressPage],
  ['code', (fault: string | null) => codePage('a@b.c', false, fault)],
] as const)('the %s page tells a screen reader what was wrong, and shows it as text', ([, make]) => {
  expect(make(null)).not.toContain('role="alert"')
  const html = make(attack)
  expect(html).toContain('aria-describedby="fault" aria-invalid="true"')
  expect(html).toContain('role="alert">&quot;&gt;&lt;script&gt;')
})

test('the code page is the same for everyone, and keeps the address as text', () => {
  const html = codePage(attack, false, null)
  expect(html).toContain('If this file was shared with &quot;&gt;&lt;script&gt;')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('name="password"')
  expect(codePage('a@b.c', true, null)).toContain('name="password"')
})

test('a locked link says for how long', () => {
  expect(lockedPage(1)).toContain('Try again in 1 minute.')
  expect(lockedPage(15)).toContain('Try again in 15 minutes.')
})

describe('the page of a file', () => {
  test('shows who sent it, its name and size, when it was made and ends, and its hash', () => {
    const html = page()
    for (const text of [
      'Stone &amp; Ash',
      'juror-report.pdf, 1.2 MB',
      'March 2, 2026 at 8:00 PM UTC',
      'March 9, 2026 at 8:00 PM UTC',
      '<code>f00d</code>',
    ])
      expect(html).toContain(text)
    expect(html).toContain('<a class="button" href="/s/secret/file">Download</a>')
    expect(page({ sizeBytes: 400 })).toContain('1 kB')
  })

  test('counts down downloads, if they are limited', () => {
    expect(page()).not.toContain('Downloads left')
    expect(page({}, { maxDownloads: 3, downloads: 1 })).toContain('<dd>2</dd>')
    expect(page({}, { maxDownloads: 3, downloads: 4 })).toContain(
      '0 (you can download it again in this browser session)',
    )
  })

  test('plays a film at the moment of the timecode, and never past its end', () => {
    expect(page(film)).toContain('<video controls preload="metadata" src="/s/secret/file"></video>')
    expect(page(film, {}, 4.5)).toContain('src="/s/secret/file#t=4.5"></video><p>Starts at 0:00:04.</p>')
    expect(page(film, {}, 4000)).toContain('#t=9"')
  })

  test('plays nothing that has a password of its own, and says so', () => {
    const html = page({ ...film, hasPassword: true })
    expect(html).not.toContain('<video')
    expect(html).toContain('The file is encrypted with its own password.')
  })

  test('shows a file name as text', () => {
    expect(page({ filename: attack })).not.toContain('<script')
  })
})
