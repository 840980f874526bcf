import { formatAskedLabel } from '#contract/speakers/asked.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { jurorNumberForm, makeSurnameKey, readRole } from './labels.ts'

/** The person who answers "Q." If `isSure` is false, a user should confirm the name. */
export type Answerer = {
  speaker: string
  role: SpeakerRole
  jurorNumber: string | null
  isSure: boolean
  name?: string
}

export type Heading = { lines: number; answerer: Answerer | null; isSworn?: boolean }

const headingLinesAtMost = 7
const spaced = /^(?:\p{Lu}\s+){4,}\p{Lu}?\.?$/u
const ornament = /^(?:[*_=~-]|[oO0](?=[\s-]*[oO0-]))[\s*_=~oO0-]{2,}$/
const clock = /^\(?\d{1,2}:\d{2}\s*[ap]\.?m\.?\)?$/i
const examination =
  /^(?:[\p{L}'’-]+ ){0,4}(?:EXAMINATION|VOIR DIRE|SESSION|PROCEEDINGS|JURY SELECTION)(?: (?:OF|BY) [^:]*| \(?(?:CONTINUED|CONTINUING|CONT['’.]D?|RESUMED)\)?)?$/iu
const examined = /\b(?:EXAMINATION|VOIR DIRE)\b/i
const panelNoun = String.raw`(?:JUROR|VENIRE ?(?:PERSON|MAN|WOMAN|MEMBER)|PANELIST|PANEL MEMBER)`
const panelist = String.raw`(?:(?:PROSPECTIVE|POTENTIAL|ALTERNATE|TRIAL) )*${panelNoun}`
const anyNumber = String.raw`(?:${jurorNumberForm}|(?:(?:TWENTY|THIRTY|FORTY|FIFTY|SIXTY|SEVENTY|EIGHTY|NINETY)[ -]?)?(?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|\w{3,5}TEEN|TWENTY|THIRTY|FORTY|FIFTY)\b)`
const numbered = String.raw`${panelist}(?:,? (?:NO\.?|NUMBER|NUM\.?)|,? ?#)? ?${anyNumber}`
const personName = String.raw`(?:(?:MR|MS|MRS|MISS|DR)\.? )?\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}`
const jurorHeading = new RegExp(
  String.raw`^(?:${numbered}|${panelist} ${personName})(?:(?:,| -| –| —)? \(?${personName}\)?)?\.?$`,
  'iu',
)
const anyJuror = new RegExp(String.raw`\b(${numbered})`, 'iu')
const namedJuror = new RegExp(
  String.raw`\b(${panelist} (?!(?:HAVING|BEING|WAS|CALLED|SWORN|BY|NO|NUMBER)\b)\p{Lu}{2,}[\p{Lu}'’-]*)`,
  'u',
)
const capitalName = /^(?:(?:MR|MS|MRS|MISS|DR)\.? )?\p{Lu}[\p{Lu}.'’-]*(?: \p{Lu}[\p{Lu}.'’-]*){1,4}$/u
const courtMatter =
  /\b(?:COURT|COUNTY|STATE|PEOPLE|PLAINTIFF|DEFENDANT|PAGE|VOLUME|RECESS|MORNING|AFTERNOON|EXHIBIT|THE)\b/
const sworn = /\b(?:sworn|affirmed)\b/i
const swornEnds = /(?:[:.]|\b(?:sworn|affirmed|follows|testified)\)?)$/i
const subject = /^(?:THE )?([\p{Lu}(][\p{L}\d .'’#()–-]{2,60}?),(?: |$)/u

const isTitled = (text: string): boolean =>
  text.split(/\s+/).every((word) => word.length < 4 || !/^[^\p{L}]*\p{Ll}/u.test(word))

export function readHeading(texts: readonly string[], afterBlank: boolean, isSelection: boolean): Heading {
  const [first = '', second = ''] = texts
  if (isOrnament(first, afterBlank)) return { lines: 1, answerer: null }
  if (examination.test(first) && isTitled(first)) return { lines: 1, answerer: readExamined(first) }
  const isFollowed = texts.slice(1, 4).some(isExamination) || opensWithBy(second)
  if (jurorHeading.test(first) && isTitled(first) && (first === first.toUpperCase() || afterBlank || isFollowed))
    return { lines: 1, answerer: toJuror(first) }
  const lines = countSwornLines(texts)
  if (lines > 0) return { lines, answerer: readSworn(texts, lines, isSelection), isSworn: true }
  if (capitalName.test(first) && !courtMatter.test(first) && isFollowed)
    return { lines: 1, answerer: nameAnswerer(first, texts.slice(1), isSelection) }
  return { lines: 0, answerer: null }
}

const isOrnament = (text: string, afterBlank: boolean): boolean =>
  spaced.test(text) || ornament.test(text) || (clock.test(text) && afterBlank)

const isExamination = (text: string): boolean => examined.test(text) && examination.test(text)

const opensWithBy = (text: string): boolean => /^BY (?:MR|MS|MRS|MISS|DR|THE COURT)\b/.test(text)

function countSwornLines(texts: readonly string[]): number {
  const [first = ''] = texts
  if (!subject.test(first)) return 0
  const name = subject.exec(first)?.[1] ?? ''
  if (name !== name.toUpperCase() && !anyJuror.test(name)) return 0
  for (let lines = 1; lines <= Math.min(headingLinesAtMost, texts.length); lines++) {
    const joined = texts.slice(0, lines).join(' ')
    const last = texts[lines - 1] ?? ''
    if (lines > 1 && (opensWithBy(last) || /^[QA](?:[.:\s]|$)/.test(last) || examination.test(last))) break
    if (sworn.test(joined) && swornEnds.test(joined)) return lines
  }
  return 0
}

function readSworn(texts: readonly string[], lines: number, isSelection: boolean): Answerer {
  const heading = texts.slice(0, lines).join(' ')
  const juror = anyJuror.exec(heading)?.[1] ?? namedJuror.exec(heading)?.[1]
  const name = (subject.exec(heading)?.[1] ?? '').trim()
  if (juror !== undefined) return toJuror(juror, /\(([^)\d]+)\)/.exec(name)?.[1] ?? name)
  if (/\b(?:juror|venire\w*|panelist)\b/i.test(heading) && !/\bpresence of the jury\b/i.test(heading))
    return { speaker: name, role: 'juror', jurorNumber: null, isSure: true }
  return nameAnswerer(name, texts.slice(lines), isSelection)
}

const theWitness: Answerer = { speaker: 'THE WITNESS', role: 'witness', jurorNumber: null, isSure: true }

/** A name alone may be a witness, unless voir dire follows. */
function nameAnswerer(name: string, below: readonly string[], isSelection: boolean): Answerer {
  const next = below.slice(0, 4).find((text) => examined.test(text)) ?? ''
  if (/\b(?:DIRECT|CROSS)\b/i.test(next)) return theWitness
  if (/\bVOIR DIRE\b/i.test(next)) return { speaker: name, role: 'juror', jurorNumber: null, isSure: true }
  return isSelection ? { speaker: name, role: 'juror', jurorNumber: null, isSure: false } : theWitness
}

function readExamined(heading: string): Answerer | null {
  const juror = anyJuror.exec(heading)?.[1] ?? namedJuror.exec(heading)?.[1]
  if (juror !== undefined) return toJuror(juror)
  const name = /\bVOIR DIRE(?: EXAMINATION)? OF ((?:(?:MR|MS|MRS|MISS|DR)\.? )?[^:]+?)(?: BY .*)?$/i.exec(heading)?.[1]
  return name === undefined || /\b(?:JURY|PANEL|VENIRE|JURORS|WITNESS)\b/i.test(name)
    ? null
    : { speaker: name, role: 'juror', jurorNumber: null, isSure: true }
}

function toJuror(heading: string, name = ''): Answerer {
  const number = anyJuror.exec(heading)?.[1]
  const label = (number ?? heading.replace(/[.]$/, '')).trim()
  const { jurorNumber } = readRole(label)
  const own = anyJuror.test(name) ? '' : name
  const speaker = jurorNumber === null && own !== '' ? own : label.toUpperCase()
  const beside = number === undefined ? '' : heading.slice(heading.indexOf(number) + number.length)
  const named = own || (/^(?:,| -| –| —)? ?\(?([^()]*?)\)?\.?$/.exec(beside)?.[1] ?? '')
  return { speaker, role: 'juror', jurorNumber, isSure: true, ...(named === '' ? {} : { name: named }) }
}

const entering =
  /\b(?:present|enter(?:s|ed|ing)?|brought|comes?|came|sworn|affirmed|seated|approach(?:es|ed)|resumed?|steps? (?:up|in)|takes? the (?:stand|box))\b/i
const leaving =
  /\b(?:excused|exit(?:s|ed)?|leaves?|left|withdrew|withdraws|withdrawn|steps? (?:down|out)|not present)\b/i
const oneJuror = new RegExp(String.raw`\b(${numbered})`, 'giu')
const someJuror = /\b(?:juror|venire\w*|panelist)\b/i

/**
 * Reads notes such as "(Juror No. 8 enters.)". Returns null if the last juror left. Returns undefined if the note is
 * about something else.
 */
export function readEntry(note: string): Answerer | null | undefined {
  if (/\b(?:jurors|panel|venire)\b/i.test(note)) return leaving.test(note) ? null : undefined
  const jurors = [...note.matchAll(oneJuror)].map(([, juror = '']) => juror)
  if (leaving.test(note) && someJuror.test(note)) return null
  if (!entering.test(note)) return undefined
  const [juror] = jurors
  if (jurors.length === 1 && juror !== undefined) return toJuror(juror)
  return someJuror.test(note) ? null : undefined
}

const calls = new RegExp(
  String.raw`(?:^|[.?!–—-]\s+|\b(?:and|okay|so|now|well|sorry|(?:how|what) about|(?:turn(?:ing)?|go(?:ing)?|mov(?:e|ing)|back|over|(?:mic|microphone)) to|hear from),? )(${numbered})(?=\s*(?:[,.?:–—]|--|$))(?!,? (?:who|he|she|they|said|says|told)\b)`,
  'giu',
)
const callsLast = new RegExp(String.raw`, (${numbered})(?=\s*[?.]\s*$)`, 'iu')
/** If one of these words comes before a name at the end of a question, the juror is mentioned, not addressed. */
const mentionsLast = /\b(?:to|with|by|about|near|like|from|of|and|or|was it|what|um|uh|say|I think|I believe|jurors?)$/i
const asksNumber = new RegExp(
  String.raw`\b(?:are you|you(?:'re| are)|(?:is|are) (?:this|that)|this is) (${numbered})`,
  'giu',
)
const thanks = /\b(?:thank you|thanks)(?: very much| so much)?[, ]+$/i
const callsName =
  /(?:^|[.?!]\s+|\b(?:and|okay|about|to),? )((?:Mr|Ms|Mrs|Miss|Dr)\.? \p{Lu}[\p{L}'’-]+)(?=\s*(?:[,?]|--))/gu

/** `end` is the offset after the last character of the name. */
export type Called = { label: string; isNumber: boolean; isSure: boolean; end: number }

export function readCalled(asked: string): Called | null {
  const text = asked.replaceAll('’', "'")
  const found = [...text.matchAll(calls)].filter(
    ({ 0: whole, index }) =>
      !thanks.test(text.slice(0, index + 1)) &&
      !(/^and\b/i.test(whole) && anyJuror.test(getLastSentence(text.slice(0, index)))),
  )
  const last = callsLast.exec(text)
  if (last && !thanks.test(text.slice(0, last.index + 2))) {
    const before = text.slice(0, last.index)
    return toCalled(last, !mentionsLast.test(before) && !anyJuror.test(getLastSentence(before)))
  }
  const [called, asking] = [found.at(-1), [...text.matchAll(asksNumber)].at(-1)]
  if (called && (!asking || asking.index < called.index)) return toCalled(called, true)
  if (asking) return toCalled(asking, false)
  const name = [...text.matchAll(callsName)].at(-1)
  return name?.[1] === undefined
    ? null
    : { label: name[1], isNumber: false, isSure: true, end: name.index + name[0].length }
}

const toCalled = (found: RegExpExecArray, isSure: boolean): Called => ({
  label: (found[1] ?? '').toUpperCase(),
  isNumber: true,
  isSure,
  end: found.index + found[0].length,
})

const getLastSentence = (text: string): string => text.split(/(?<!\bno)[.?!]\s+/i).at(-1) ?? ''

export const asksGroup = new RegExp(
  [
    String.raw`(?:^|[.?!,;–—-]\s*|\b(?:does|is|is there|are there|has|have|did|would|will|can|could|and|so|okay|but|or|see),? )(?:anyone|anybody|everyone|everybody|someone|somebody)\b(?! (?:(?:in|from|on) your|close to you|you|told|tell)\b)`,
    String.raw`\b(?:anyone|anybody|someone|somebody) (?:else|here)\b|\bwho else\b|\bany of you\b|\bshow of hands\b|\bnext juror\b`,
    String.raw`(?<!\byou )\braise (?:your|a|their) (?!right\b)|\b(?:sir|ma'am|gentleman|lady) in the\b`,
  ].join('|'),
  'i',
)
const aboutJuror = new RegExp(
  String.raw`(?:\b(?:about|with|by|from|of|like|as|than|heard|know|next to|(?:talk|spoke|speak)\w* to)|${numbered}(?:,? (?:and|or)|,)) $`,
  'iu',
)
const jurorActs =
  /^(?:'s\b|,? (?:who|he|she|they|(?:just )?(?:said|says|told|mentioned|talked|thinks|thought|raised|felt|brought|answered))\b)/i

export function mayChange(asked: string, answerer: Answerer): boolean {
  const text = asked.replaceAll('’', "'")
  if (asksGroup.test(text)) return true
  return [...text.matchAll(oneJuror)].some(({ 0: whole, index }) => {
    const before = text.slice(0, index)
    return (
      toJuror(whole).jurorNumber !== answerer.jurorNumber &&
      !thanks.test(before) &&
      !aboutJuror.test(before.slice(-80)) &&
      !jurorActs.test(text.slice(index + whole.length))
    )
  })
}

const selfNaming = new RegExp(
  String.raw`^(?:(?:yes|yeah|hi|hello|sorry|good (?:morning|afternoon)|sir|ma'am|your honor|uh|um|it's|again)[,. ]+){0,4}((?:I'm|I am|this is),? )?(${numbered})(?!['\w])`,
  'iu',
)
const endsSaid = /^(?:[.,](?! (?:he|she|they|who|and|also|I (?:think|believe))\b)|,? (?:here|speaking)\b)/i

export function readSaid(answer: string): { label: string; isSelf: boolean } | null {
  const words = answer.replaceAll('’', "'")
  const [found, self, label] = selfNaming.exec(words) ?? []
  if (found === undefined || label === undefined) return null
  if (self === undefined && !endsSaid.test(words.slice(found.length))) return null
  return { label: label.toUpperCase(), isSelf: self !== undefined }
}

export const callJuror = (label: string): Answerer => ({ ...toJuror(label), isSure: true })

export const isSameJuror = (a: Answerer | null, b: Answerer | null): boolean =>
  a !== null &&
  b !== null &&
  (a.jurorNumber !== null && b.jurorNumber !== null ? a.jurorNumber === b.jurorNumber : a.speaker === b.speaker)

export function isGenericLabel(label: string): boolean {
  if (/^(?:AN? |UNIDENTIFIED |UNKNOWN |ANOTHER )/i.test(label) || /\bJURORS\b/i.test(label)) return false
  const { role, jurorNumber } = readRole(label)
  return (
    (role === 'juror' && jurorNumber === null && new RegExp(`^(?:THE )?${panelist}$`, 'i').test(label)) ||
    role === 'witness'
  )
}

export const askAbout = ({ speaker, jurorNumber }: Answerer): string =>
  formatAskedLabel(jurorNumber === null ? toTitle(speaker) : `Juror ${jurorNumber}`)

const toTitle = (name: string): string =>
  name === name.toUpperCase()
    ? name
        .toLowerCase()
        .replaceAll(/(^|[\s'’.-])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase())
    : name

export function readSurname({ speaker, role, name = speaker }: Answerer): string | null {
  if (role !== 'juror' || readRole(name).role === 'juror') return null
  return makeSurnameKey(name.replace(/[.,]$/, '').split(/\s+/).at(-1) ?? '')
}

/**
 * Returns whether two people with the same surname are known to be different. Without juror numbers, a bare surname or
 * title could be either person, so returns false.
 */
export function isOtherPerson(a: Answerer, b: Answerer): boolean {
  if (a.jurorNumber !== null && b.jurorNumber !== null) return a.jurorNumber !== b.jurorNumber
  const [one, two] = [a, b].map(({ name, speaker }) => (name ?? speaker).toUpperCase())
  const isTitle = (text = ''): boolean => /^(?:MR|MS|MRS|MISS|DR)\b|^\S+$/.test(text)
  return !isTitle(one) && !isTitle(two) && one !== two
}
