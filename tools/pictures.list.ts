import type { Page } from '@playwright/test'

export interface Places {
  caseId: string
  sessionId: string
  videoId: string
}

export interface Picture {
  name: string
  folder: string
  path: (places: Places) => string
  until: (page: Page) => Promise<unknown>
  prepare?: (page: Page) => Promise<unknown>
  /** Widths of the output images in pixels. The screenshot is 1280 px wide unless `viewport` says otherwise. */
  widths: readonly number[]
  /** Crops out the menus so that the content is larger. */
  withoutMenus?: boolean
  /**
   * In CSS pixels. The screenshot has two device pixels per CSS pixel. Shown at this width, its text is as large as in
   * the product.
   */
  viewport?: { width: number; height: number }
  clip?: { x: number; y: number; width: number; height: number }
}

const help = { folder: 'web/features/help/pictures', widths: [960], withoutMenus: true } as const
const shown = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const playerReady = async (page: Page) => {
  await page.getByText('/ 2:45').first().waitFor()
  await page.getByText('Would that be a hardship for anyone').first().waitFor()
}
const pressAt = (start: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: start }).first().click()
}

export const pictures: readonly Picture[] = [
  {
    name: 'triage',
    folder: 'web/landing/assets',
    widths: [1152, 576],
    viewport: { width: 576, height: 940 },
    clip: { x: 0, y: 64, width: 576, height: 688 },
    path: ({ sessionId }) => `/sessions/${sessionId}/review?t=11.2`,
    until: (page) => page.getByText('/ 2:45').first().waitFor(),
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Triage/ }).click()
      while (!(await page.getByText('answered after 4.3 s').isVisible())) {
        await page.getByRole('button', { name: 'Skip' }).click()
      }
      await page.getByRole('button', { name: 'Pause' }).click()
    },
  },
  {
    name: 'video',
    folder: 'docs/pictures',
    widths: [1280],
    path: ({ videoId }) => `/videos/${videoId}?t=11.2`,
    until: playerReady,
  },
  { ...help, name: 'upload', path: () => '/video-processing', until: shown('Supports MP4, MOV, AVI, WebM') },
  {
    ...help,
    name: 'findings',
    path: ({ sessionId }) => `/sessions/${sessionId}/highlights`,
    until: shown('I would hold it against him'),
  },
  {
    ...help,
    name: 'voices',
    path: ({ sessionId }) => `/sessions/${sessionId}/review`,
    until: playerReady,
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Juror' }).click()
      await pressAt(/^Juror 18: *Assign/)(page)
    },
  },
  {
    ...help,
    name: 'strikes',
    path: ({ sessionId }) => `/sessions/${sessionId}/strike-log`,
    until: heading('Strike Log'),
  },
  {
    ...help,
    name: 'courtroom',
    withoutMenus: false,
    path: ({ sessionId }) => `/sessions/${sessionId}/courtroom`,
    until: (page) =>
      page
        .getByRole('button', { name: /juror 12\b/i })
        .first()
        .waitFor(),
    prepare: pressAt(/juror 12\b/i),
  },
  {
    ...help,
    name: 'exports',
    path: ({ sessionId }) => `/sessions/${sessionId}/exports`,
    until: shown(/Ready$/),
  },
  {
    ...help,
    name: 'sharing',
    path: ({ sessionId }) => `/sessions/${sessionId}/exports`,
    until: shown(/Ready$/),
    prepare: pressAt(/Create link/),
  },
  {
    ...help,
    name: 'keyboard',
    path: ({ sessionId }) => `/sessions/${sessionId}/review`,
    until: playerReady,
    prepare: pressAt(/keyboard shortcuts/i),
  },
]
