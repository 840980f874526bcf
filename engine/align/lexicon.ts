/** What the words of a transcript sound like: the CMU dictionary first, then rules for all it does not know. */
import { readFile } from 'node:fs/promises'
import { soundOut } from './letter-sounds.ts'
import { sayFigure } from './spoken-numbers.ts'

/** More pronunciations of one word cost time and help nothing. */
const mostPronunciations = 4

const letters: Record<string, string> = {
  a: 'EY',
  b: 'B IY',
  c: 'S IY',
  d: 'D IY',
  e: 'IY',
  f: 'EH F',
  g: 'JH IY',
  h: 'EY CH',
  i: 'AY',
  j: 'JH EY',
  k: 'K EY',
  l: 'EH L',
  m: 'EH M',
  n: 'EH N',
  o: 'OW',
  p: 'P IY',
  q: 'K Y UW',
  r: 'AA R',
  s: 'EH S',
  t: 'T IY',
  u: 'Y UW',
  v: 'V IY',
  w: 'D AH B AH L Y UW',
  x: 'EH K S',
  y: 'W AY',
  z: 'Z IY',
}

/** Written forms whose sound their letters do not show. No plain object: it would know the word "constructor". */
const abbreviations = new Map<string, string[]>(
  Object.entries({
    v: ['versus', 'vee'],
    vs: ['versus'],
    jr: ['junior'],
    sr: ['senior'],
    esq: ['esquire'],
    st: ['saint', 'street'],
    dept: ['department'],
    sgt: ['sergeant'],
    lt: ['lieutenant'],
    capt: ['captain'],
    prof: ['professor'],
    etc: ['et cetera'],
    ave: ['avenue'],
    '&': ['and'],
    '@': ['at'],
    '§': ['section'],
    '#': ['number'],
    '%': ['percent'],
  }),
)

const unvoiced = /(P|T|K|F|TH)$/
const hissing = /(S|Z|SH|ZH|CH|JH)$/
const addS = (sound: string): string => `${sound} ${hissing.test(sound) ? 'IH Z' : unvoiced.test(sound) ? 'S' : 'Z'}`
const addEd = (sound: string): string =>
  `${sound} ${/ (T|D)$/.test(sound) ? 'IH D' : unvoiced.test(sound) || hissing.test(sound) ? 'T' : 'D'}`

/** Endings that a dictionary word may take; the spelling that is cut off, what stands in its place, and the sound that is added. */
const endings: [RegExp, string[], (sound: string) => string][] = [
  [/'s$/, [''], addS],
  [/s'$/, ['s'], (sound) => sound],
  [/ies$/, ['y'], addS],
  [/e?s$/, ['', 'e'], addS],
  [/ied$/, ['y'], addEd],
  [/ed$/, ['', 'e'], addEd],
  [/ing$/, ['', 'e'], (sound) => `${sound} IH NG`],
  [/ly$/, ['', 'le'], (sound) => `${sound} L IY`],
  [/er$/, ['', 'e'], (sound) => `${sound} ER`],
  [/ness$/, [''], (sound) => `${sound} N AH S`],
  [/less$/, [''], (sound) => `${sound} L AH S`],
  [/in'$/, ['ing'], (sound) => sound.replace(/NG$/, 'N')],
]

export type Lexicon = {
  /** Pronunciations of a written word; empty where it is not speech ("--") or in letters that English does not sound. */
  pronounce(word: string): string[]
}

/** The dictionary's words with their pronunciations; about 20 MB, so it is dropped once a transcript is read. */
async function readDictionary(path: string): Promise<Map<string, string[]>> {
  const entries = new Map<string, string[]>()
  const text = await readFile(path, 'utf8')
  // Line by line where it lies: a list of its 130,000 lines first takes three times as long.
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    const next = text.indexOf('\n', at)
    end = next < 0 ? text.length : next
    const space = text.indexOf(' ', at)
    if (space <= at || space >= end) continue
    const written = text.slice(at, space)
    const word = written.endsWith(')') ? written.replace(/\(\d+\)$/, '') : written
    const sound = text.slice(space + 1, end).trim()
    const known = entries.get(word)
    if (known) known.push(sound)
    else entries.set(word, [sound])
  }
  return entries
}

/** Every way to say the parts one after the other, up to the limit. */
const joinSounds = (parts: readonly string[][]): string[] =>
  parts.reduce<string[]>(
    (sofar, part) => sofar.flatMap((head) => part.map((tail) => `${head} ${tail}`.trim())).slice(0, mostPronunciations),
    [''],
  )

export async function readLexicon(dictionaryPath: string): Promise<Lexicon> {
  const dictionary = await readDictionary(dictionaryPath)
  const look = (word: string): string[] => (dictionary.get(word) ?? []).slice(0, mostPronunciations)

  const derive = (word: string): string[] => {
    for (const [ending, stems, add] of endings) {
      if (!ending.test(word)) continue
      for (const stem of stems) {
        const base = look(word.replace(ending, stem))
        if (base.length > 0) return base.map(add)
      }
      // "Okonkwo's": the name is unknown, the ending is not.
      if (ending.source === "'s$") return sayWord(word.slice(0, -2)).map(add)
    }
    for (let cut = 3; cut <= word.length - 3; cut += 1) {
      const [head, tail] = [look(word.slice(0, cut)), look(word.slice(cut))]
      if (head.length > 0 && tail.length > 0 && word.length >= 7) return joinSounds([head, tail])
    }
    return []
  }

  const spell = (word: string): string =>
    word
      .split('')
      .map((letter) => letters[letter] ?? '')
      .join(' ')
      .trim()

  const sayWord = (word: string): string[] => {
    const known = look(word)
    if (known.length > 0) return known
    const bare = word.replace(/[^a-z]/g, '')
    if (/^([a-z]\.)+[a-z]?$/.test(word)) return [spell(bare)]
    const derived = derive(word)
    if (derived.length > 0) return derived
    if (bare === '') return []
    // Without a vowel it can only be spelled out; a short one may be.
    if (!/[aeiouy]/.test(bare)) return [spell(bare)]
    const sounded = soundOut(bare)
    return bare.length <= 4 && sounded !== '' ? [sounded, spell(bare)] : [sounded].filter((sound) => sound !== '')
  }

  const sayPart = (part: string): string[] => {
    const written = part.replace(/\.$/, '')
    const figure = sayFigure(written)
    const spoken = figure.length > 0 ? figure : abbreviations.get(written)
    if (spoken) return spoken.flatMap((phrase) => joinSounds(phrase.split(' ').map(sayWord)).slice(0, 2))
    // "A12" or "B-52s": letters and figures are said apart.
    const mixed = written.match(/\d+(st|nd|rd|th)?|[^\d]+/g) ?? []
    if (/\d/.test(written) && mixed.length > 1)
      return joinSounds(mixed.map(sayPart).filter((sounds) => sounds.length > 0))
    return look(part).length > 0 ? look(part) : sayWord(/\..*\./.test(part) ? part : written)
  }

  return {
    pronounce(word) {
      const clean = cleanWord(word)
      if (!/[\p{L}\p{N}&@§#%]/u.test(clean)) return []
      // "XXXXXX" stands for a name that was struck out.
      if (/^(.)\1{3,}$/.test(clean)) return []
      const whole = look(clean)
      if (whole.length > 0 && !abbreviations.has(clean)) return whole
      const parts = clean.split(/[-–—/…_+=]+/).filter((part) => part !== '')
      const sounds = parts.map(sayPart).filter((part) => part.length > 0)
      return sounds.length === 0 ? [] : joinSounds(sounds).slice(0, mostPronunciations)
    },
  }
}

/** A word in small letters without the marks around it; what is inside, and signs that are said, stay. */
export function cleanWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/^[^\p{L}\p{N}$&@§#%']+|[^\p{L}\p{N}%&@§#'.]+$/gu, '')
    .replace(/^'+(?!(em|til|cause|bout)\b)/, '')
    .replace(/(?<!\.\p{L})\.+$|(?<!s)'+$/gu, '')
}
