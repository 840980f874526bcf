import type { Theme } from '#web/platform/page/theme.ts'

/** Final addresses by file name; `node tools/pictures.ts` makes the files. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** All of them are as wide; they differ in height where the menus are left out. */
export const pictureSize = (name: string) => ({ width: 960, height: name === 'courtroom' ? 600 : 676 })

export function pictureUrl(name: string, theme: Theme): string {
  const url = files[`./pictures/${name}-${theme}.webp`]
  if (!url) throw new Error(`There is no picture ${name} for the ${theme} theme. Run node tools/pictures.ts.`)
  return url
}
