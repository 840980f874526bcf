import { readFile } from 'node:fs/promises'

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

/** Uses a Map because a plain object would also match "constructor". */
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

/** Each entry has a suffix pattern, replacement endings to look up, and the sound to add. */
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
  /** Returns an empty list for tokens that aren't spoken, such as "--". */
  pronounce(word: string): string[]
}

/** The result uses about 20 MB, so callers should release it after they read the transcript. */
async function readDictionary(path: string): Promise<Map<string, string[]>> {
  const entries = new Map<string, string[]>()
  const text = await readFile(path, 'utf8')
  // It would take three times as long to split the file into 130,000 lines first.
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
    if (!/[aeiouy]/.test(bare)) return [spell(bare)]
    const sounded = pronounceByRule(bare)
    return bare.length <= 4 && sounded !== '' ? [sounded, spell(bare)] : [sounded].filter((sound) => sound !== '')
  }

  const sayPart = (part: string): string[] => {
    const written = part.replace(/\.$/, '')
    const figure = readFigure(written)
    const spoken = figure.length > 0 ? figure : abbreviations.get(written)
    if (spoken) return spoken.flatMap((phrase) => joinSounds(phrase.split(' ').map(sayWord)).slice(0, 2))
    const mixed = written.match(/\d+(st|nd|rd|th)?|[^\d]+/g) ?? []
    if (/\d/.test(written) && mixed.length > 1)
      return joinSounds(mixed.map(sayPart).filter((sounds) => sounds.length > 0))
    return look(part).length > 0 ? look(part) : sayWord(/\..*\./.test(part) ? part : written)
  }

  return {
    pronounce(word) {
      const clean = cleanWord(word)
      if (!/[\p{L}\p{N}&@§#%]/u.test(clean)) return []
      if (/^(.)\1{3,}$/.test(clean)) return []
      const whole = look(clean)
      if (whole.length > 0 && !abbreviations.has(clean)) return whole
      const parts = clean.split(/[-–—/…_+=]+/).filter((part) => part !== '')
      const sounds = parts.map(sayPart).filter((part) => part.length > 0)
      return sounds.length === 0 ? [] : joinSounds(sounds).slice(0, mostPronunciations)
    },
  }
}

export function cleanWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/^[^\p{L}\p{N}$&@§#%']+|[^\p{L}\p{N}%&@§#'.]+$/gu, '')
    .replace(/^'+(?!(em|til|cause|bout)\b)/, '')
    .replace(/(?<!\.\p{L})\.+$|(?<!s)'+$/gu, '')
}

/**
 * Letter-to-phone rules. The longest match wins. `^` and `$` are word boundaries. `V` means that e, i, or y follows.
 */
const rules: Record<string, string> = {
  'tion$': 'SH AH N', 'tions$': 'SH AH N Z', 'sion$': 'ZH AH N', 'ssion$': 'SH AH N', 'cian$': 'SH AH N', 'cious$': 'SH AH S', 'tious$': 'SH AH S',
  'ture$': 'CH ER', 'sure$': 'ZH ER', 'ous$': 'AH S', 'able$': 'AH B AH L', 'ible$': 'AH B AH L', 'ing$': 'IH NG', 'ings$': 'IH NG Z', 'ed$': 'D', 'ted$': 'T IH D', 'ded$': 'D IH D',
  'es$': 'Z', 'ses$': 'S IH Z', 'zes$': 'Z IH Z', 'ches$': 'CH IH Z', 'shes$': 'SH IH Z', 'le$': 'AH L', 'les$': 'AH L Z', 'er$': 'ER', 'ers$': 'ER Z', 'or$': 'ER', 'ors$': 'ER Z', 'ar$': 'ER',
  'y$': 'IY', 'ey$': 'IY', 'ie$': 'IY', 'ies$': 'IY Z', 'e$': '', 'ue$': 'UW', 'ee$': 'IY', 'ia$': 'IY AH', 'a$': 'AH', 'o$': 'OW', 'i$': 'IY', 'u$': 'UW', 'ski$': 'S K IY', 'sky$': 'S K IY',
  'man$': 'M AH N', 'son$': 'S AH N', 'ton$': 'T AH N', 'ville$': 'V IH L', 'berg$': 'B ER G', 'burg$': 'B ER G', 'stein$': 'S T IY N', 'heim$': 'HH AY M', 'wicz$': 'V IH CH', 'ez$': 'EH Z', 'ette$': 'EH T', 'elle$': 'EH L',
  'age$': 'IH JH', 'ate$': 'EY T', 'ite$': 'AY T', 'ine$': 'AY N', 'ane$': 'EY N', 'one$': 'OW N', 'ake$': 'EY K', 'ike$': 'AY K', 'oke$': 'OW K', 'ame$': 'EY M', 'ime$': 'AY M', 'ome$': 'OW M', 'ade$': 'EY D', 'ide$': 'AY D', 'ode$': 'OW D', 'ale$': 'EY L', 'ile$': 'AY L', 'ole$': 'OW L', 'ase$': 'EY S', 'ise$': 'AY Z', 'ose$': 'OW Z', 'ace$': 'EY S', 'ice$': 'AY S', 'ave$': 'EY V', 'ive$': 'IH V', 'ove$': 'OW V', 'ute$': 'UW T', 'ude$': 'UW D', 'une$': 'UW N', 'ope$': 'OW P', 'ape$': 'EY P', 'ipe$': 'AY P', 'are$': 'EH R', 'ere$': 'IH R', 'ire$': 'AY ER', 'ore$': 'AO R', 'ure$': 'Y UH R', 'oe$': 'OW', 'ye$': 'AY',
  'ism$': 'IH Z AH M', 'gue$': 'G', 'que$': 'K', 'ght$': 'T', 'mb$': 'M', 'gn$': 'N', 's$': 'Z', 'ss$': 'S', 'ts$': 'T S', 'ks$': 'K S', 'ps$': 'P S', 'fs$': 'F S', 'cs$': 'K S', 'us$': 'AH S', 'is$': 'IH S', 'as$': 'AH S', 'os$': 'OW S',
  '^kn': 'N', '^gn': 'N', '^wr': 'R', '^ps': 'S', '^pn': 'N', '^x': 'Z', '^mc': 'M AH K', '^mac': 'M AH K', '^ng': 'N', '^tch': 'CH', '^ts': 'S', '^zh': 'JH', '^y': 'Y', '^re': 'R IY', '^un': 'AH N', '^xi': 'SH IY', '^qi': 'CH IY', '^hu': 'HH Y UW', '^u': 'AH', '^uni': 'Y UW N IH',
  a: 'AE', e: 'EH', i: 'IH', o: 'AA', u: 'AH', y: 'IH',
  ai: 'EY', ay: 'EY', au: 'AO', aw: 'AO', aa: 'AA', ae: 'EY', al: 'AE L', ar: 'AA R', all: 'AO L', alk: 'AO K', air: 'EH R', arr: 'EH R', ah: 'AA',
  ea: 'IY', ee: 'IY', ei: 'EY', ey: 'EY', eu: 'UW', ew: 'UW', er: 'ER', ear: 'IH R', eer: 'IH R', eigh: 'EY', eau: 'OW', eo: 'IY OW', err: 'EH R',
  ia: 'IY AH', ie: 'IY', io: 'IY OW', ir: 'ER', igh: 'AY', ind: 'AY N D', iu: 'IY UW', irr: 'IH R',
  oa: 'OW', oe: 'OW', oi: 'OY', oy: 'OY', oo: 'UW', ou: 'AW', ow: 'OW', or: 'AO R', ook: 'UH K', our: 'AO R', ough: 'AO', ol: 'OW L', old: 'OW L D', orr: 'AO R', oh: 'OW', oll: 'AA L',
  ua: 'W AA', ue: 'UW', ui: 'UW', uo: 'W OW', ur: 'ER', uy: 'AY', urr: 'ER', oor: 'AO R', yr: 'ER',
  b: 'B', bb: 'B', c: 'K', cV: 'S', cc: 'K', ccV: 'K S', ch: 'CH', chr: 'K R', ck: 'K', cz: 'CH', d: 'D', dd: 'D', dg: 'JH', dge: 'JH', f: 'F', ff: 'F',
  g: 'G', gV: 'JH', gg: 'G', gh: 'G', h: 'HH', j: 'JH', k: 'K', kh: 'K', kk: 'K', l: 'L', ll: 'L', m: 'M', mm: 'M', n: 'N', nn: 'N', ng: 'NG', ngV: 'N JH', nk: 'NG K', nx: 'NG K S',
  p: 'P', pp: 'P', ph: 'F', q: 'K', qu: 'K W', r: 'R', rr: 'R', rh: 'R', s: 'S', ss: 'S', sh: 'SH', sch: 'SH', sc: 'S K', scV: 'S', sz: 'SH', t: 'T', tt: 'T', th: 'TH', tch: 'CH', ti: 'T IY', tz: 'T S',
  v: 'V', vv: 'V', w: 'W', wh: 'W', x: 'K S', z: 'Z', zz: 'Z', zh: 'ZH',
} // prettier-ignore

const longest = Math.max(...Object.keys(rules).map((spelling) => spelling.length))
const soft = new Set(['e', 'i', 'y'])

export function pronounceByRule(word: string): string {
  const letters = word.normalize('NFD').replace(/[^a-z]/g, '')
  const phones: string[] = []
  for (let at = 0; at < letters.length;) {
    let taken = 0
    for (let length = Math.min(longest, letters.length - at); length > 0 && taken === 0; length -= 1) {
      const part = letters.slice(at, at + length)
      const found =
        (at === 0 ? rules[`^${part}`] : undefined) ??
        (at > 0 && at + length === letters.length ? rules[`${part}$`] : undefined) ??
        (soft.has(letters[at + length] ?? '') ? rules[`${part}V`] : undefined) ??
        rules[part]
      if (found === undefined) continue
      if (found !== '') phones.push(found)
      taken = length
    }
    at += Math.max(1, taken)
  }
  return phones.join(' ')
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')]
const scales: [number, string][] = [
  [1_000_000_000_000, 'trillion'],
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
]
const ordinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
const largest = 1e15

function readNumberAloud(value: number): string {
  if (value < 20) return ones[value] ?? ''
  if (value < 100) return [tens[Math.floor(value / 10)], value % 10 === 0 ? '' : ones[value % 10]].join(' ').trim()
  for (const [scale, name] of scales)
    if (value >= scale) {
      const rest = value % scale
      return `${readNumberAloud(Math.floor(value / scale))} ${name}${rest === 0 ? '' : ` ${readNumberAloud(rest)}`}`
    }
  return ''
}

function makeOrdinal(spoken: string): string {
  return spoken.replace(
    /\w+$/,
    (last) => ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  )
}

const readDigits = (digits: string): string =>
  digits
    .split('')
    .map((digit) => (digit === '0' ? 'oh' : ones[Number(digit)]))
    .join(' ')

function readPairs(digits: string): string {
  const head = digits.slice(0, -2)
  const [a, b] = [digits.at(-2) ?? '', digits.at(-1) ?? '']
  if (a === '0' && b === '0') return `${readNumberAloud(Number(head))} hundred`
  return `${readNumberAloud(Number(head))} ${a === '0' ? `oh ${ones[Number(b)]}` : readNumberAloud(Number(a + b))}`
}

function readDigitRun(digits: string): string[] {
  const value = Number(digits)
  if (digits.startsWith('0') || value >= largest) return [readDigits(digits)]
  const plain = readNumberAloud(value)
  if (digits.length === 3) return [plain, readPairs(digits), plain.replace('hundred ', 'hundred and ')]
  if (digits.length === 4)
    return value % 1000 < 100 && value < 3000 ? [plain, readPairs(digits)] : [readPairs(digits), plain]
  return digits.length > 4 ? [plain, readDigits(digits)] : [plain]
}

/** Returns the ways to say a number such as `$1,200`, `4:30`, or `3rd`, most likely first. */
export function readFigure(text: string): string[] {
  const match = /^(\$?)(\d[\d,]*)(?:([.:])(\d+))?(st|nd|rd|th|s|%)?$/i.exec(text)
  if (!match) return []
  const [, currency, whole = '', mark, fraction = '', suffix = ''] = match
  const digits = whole.replaceAll(',', '')
  const main = whole.includes(',') ? [readNumberAloud(Number(digits))] : readDigitRun(digits)
  return main.map((spoken) => {
    let said = spoken
    if (mark === ':')
      said += /^0+$/.test(fraction)
        ? " o'clock"
        : fraction.startsWith('0')
          ? ` oh ${readDigitRun(fraction.slice(1))[0]}`
          : ` ${readDigitRun(fraction)[0]}`
    else if (mark === '.')
      said += currency ? ` dollars and ${readNumberAloud(Number(fraction))} cents` : ` point ${readDigits(fraction)}`
    if (currency && mark !== '.') said += said === 'one' ? ' dollar' : ' dollars'
    if (suffix === '%') return `${said} percent`
    if (suffix.toLowerCase() === 's') return said.endsWith('y') ? `${said.slice(0, -1)}ies` : `${said}s`
    return suffix === '' ? said : makeOrdinal(said)
  })
}
