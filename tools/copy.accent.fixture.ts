// cspell:disable
const accents: Record<string, string> = Object.fromEntries(
  Array.from('aáeéiíoóuúAÁEÉIÍOÓUÚ').flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1]!]] : [])),
)

/** Keeps placeholders, tags, and character references. */
export const accent = (text: string): string =>
  text.replaceAll(/\{\w+\}|<[^<>]*>|&\w+;|[aeiou]/gi, (each) => accents[each] ?? each)
