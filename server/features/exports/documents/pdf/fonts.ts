import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Face = 'sans' | 'bold' | 'serif' | 'mono'
const files: Record<Face, string> = {
  sans: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  serif: 'DejaVuSerif.ttf',
  mono: 'DejaVuSansMono.ttf',
}
/** Debian and Ubuntu, Fedora, Arch, Homebrew's casks. */
const folders = [
  '/usr/share/fonts/truetype/dejavu',
  '/usr/share/fonts/dejavu-sans-fonts',
  '/usr/share/fonts/TTF',
  '/Library/Fonts',
]
/** Built into every PDF reader; they know the letters of western Europe only. */
const standard: Record<Face, string> = {
  sans: 'Helvetica',
  bold: 'Helvetica-Bold',
  serif: 'Times-Roman',
  mono: 'Courier',
}

export type Fonts = { path: Record<Face, string>; isEmbedded: boolean }

/** The faces to write with: DejaVu where all of it is installed, else the standard ones. */
export function findFonts(): Fonts {
  const folder = folders.find((each) => Object.values(files).every((file) => existsSync(join(each, file))))
  if (folder === undefined) return { path: standard, isEmbedded: false }
  const path = Object.fromEntries(Object.entries(files).map(([face, file]) => [face, join(folder, file)]))
  return { path: path as Record<Face, string>, isEmbedded: true }
}
