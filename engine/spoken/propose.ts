import { isSharedLabel, readAskedLabel } from '#contract/speakers/asked.ts'
import type { SpeakersArtifact } from '#contract/videos/analysis.ts'
import type { SpeakerProposal } from '#contract/speakers/proposals.ts'
import { courtRoles, type Turn } from '#contract/videos/transcript.ts'
import { asksGroup } from '../transcript/examination.ts'
import { asksForNumber, findMentions, type Mention, readNamedJurors, readOpeningNumber } from './mentions.ts'

const excerptsAtMost = 3
const askedConfidence = 0.5
const quoteLetters = 160
/**
 * If one number has at least this share of the mentions, the others are mistakes. Otherwise, several people share the
 * label.
 */
const oneVoiceShare = 0.8
const doubtful = 0.3
/** The maximum confidence, because even repetition can't make a number certain. */
const highest = 0.98

type Placed = Mention & { voice: string }
type Voices = readonly (string | null)[]

export function proposeJurors(turns: readonly Turn[], speakers: SpeakersArtifact): SpeakerProposal[] {
  const voices = listVoices(turns, speakers)
  const placed = findMentions(turns).flatMap((mention): Placed[] => {
    const voice = voices[mention.turn]
    return voice === null || voice === undefined || turns[mention.turn]?.jurorNumber !== null
      ? []
      : [{ ...mention, voice }]
  })
  const groups = [...Map.groupBy(placed, ({ voice }) => voice)]
    .filter(([voice]) => readAskedLabel(voice) === null)
    .flatMap(([voice, mentions]) => proposeFor(voice, mentions, turns, voices))
  return [...groups, ...proposeAsked(turns)].toSorted((a, b) => b.confidence - a.confidence)
}

function proposeAsked(turns: readonly Turn[]): SpeakerProposal[] {
  return [...Map.groupBy(turns, ({ speaker }) => speaker ?? '')].flatMap(([speaker, own]) => {
    const jurorNumber = readAskedLabel(speaker)?.jurorNumber ?? null
    if (jurorNumber === null) return []
    const all = { fromTurn: turns[0]?.index ?? 0, toTurn: turns.at(-1)?.index ?? 0 }
    const excerpts = own.slice(0, excerptsAtMost).map((turn) => quoteTurn(turn, { from: 0, to: 0 }))
    return [{ speaker, jurorNumber, seat: null, confidence: askedConfidence, stretches: [all], excerpts }]
  })
}

function listVoices(turns: readonly Turn[], { method, speakers }: SpeakersArtifact): (string | null)[] {
  return turns.map((turn) => {
    if (turn.role === 'note') return null
    if (turn.speaker !== null || method !== 'voices' || turn.startMs === null) return turn.speaker
    const middleMs = (turn.startMs + (turn.endMs ?? turn.startMs)) / 2
    const heard = speakers.filter(({ spans }) =>
      spans.some(({ startMs, endMs }) => startMs <= middleMs && middleMs < endMs),
    )
    // If two voices speak at once, we can't tell who said the number.
    return heard.length === 1 ? (heard[0]?.label ?? null) : null
  })
}

const makeKey = ({ isSeat, number }: Mention): string => `${isSeat ? 'seat' : 'juror'} ${number}`
const weigh = (mentions: readonly Mention[]): number => mentions.reduce((sum, { weight }) => sum + weight, 0)

function proposeFor(
  voice: string,
  mentions: readonly Placed[],
  turns: readonly Turn[],
  voices: Voices,
): SpeakerProposal[] {
  return [false, true].flatMap((isSeat) => {
    const own = mentions.filter((mention) => mention.isSeat === isSeat)
    const byNumber = [...Map.groupBy(own, makeKey).values()].toSorted((a, b) => weigh(b) - weigh(a))
    const [main] = byNumber
    if (!main) return []
    const share = weigh(main) / weigh(own)
    if (share >= oneVoiceShare && !isSharedLabel(voice)) {
      const all = { fromTurn: turns[0]?.index ?? 0, toTurn: turns.at(-1)?.index ?? 0 }
      return [describe(voice, main, [all], share, turns, voices)]
    }
    const stretches = cutStretches(own, turns, voices)
    return byNumber.map((said) => {
      const matching = stretches.filter(({ number }) => number === said[0]?.number)
      const inside = own.filter(({ turn }) => matching.some((each) => turn >= each.first && turn <= each.last))
      const ranges = matching.map((stretch) => describeStretch(stretch, turns))
      return describe(voice, said, ranges, weigh(said) / Math.max(weigh(inside), weigh(said)), turns, voices)
    })
  })
}

type Stretch = { number: number; first: number; last: number; mentions: Placed[]; isDoubtful: boolean }

function cutStretches(mentions: readonly Placed[], turns: readonly Turn[], voices: Voices): Stretch[] {
  const stretches: Stretch[] = []
  for (const mention of mentions) {
    const { turn: first, number } = mention
    const open = stretches.at(-1)
    if (open && open.number === number && open.last >= first && !open.isDoubtful) {
      open.mentions.push(mention)
      continue
    }
    if (open && open.last >= first) open.last = first - 1
    const isSame = (at: number): boolean => mentions.some((each) => each.turn === at && each.number === number)
    const end = turns.findIndex((turn, at) => at > first && endsStretch(turn, isSame(at + 1)))
    const last = (end === -1 ? turns.length : end) - 1
    const doubt = turns.findIndex(
      (turn, at) => at > first && at <= last && raisesDoubt(turn, turns[at - 1], number, isSame(at)),
    )
    const sure = { number, first, last: doubt === -1 ? last : doubt - 1, mentions: [mention], isDoubtful: false }
    stretches.push(sure)
    if (doubt !== -1) stretches.push({ ...sure, first: doubt, last, isDoubtful: true })
  }
  return stretches.filter(({ first, last }) => voices.slice(first, last + 1).includes(mentions[0]?.voice ?? null))
}

const dismisses = /\b(?:you may|you can|please) (?:be seated|step (?:back|down|out)|have a seat|sit down|return to)\b/i

function endsStretch({ role, text }: Turn, isAnsweredSame: boolean): boolean {
  if (role === 'note') return true
  if (!courtRoles.includes(role)) return false
  const words = text.replaceAll('’', "'")
  return asksGroup.test(words) || dismisses.test(words) || (asksForNumber(words) && !isAnsweredSame)
}

function raisesDoubt(turn: Turn, before: Turn | undefined, number: number, isSame: boolean): boolean {
  const others = (found: readonly number[]): boolean => found.some((each) => each !== number)
  if (courtRoles.includes(turn.role)) return others(readNamedJurors(turn.text))
  return turn.role === 'juror' && !isSame && before?.text.includes('?') !== true && others(readOpeningNumber(turn.text))
}

function describeStretch(
  { first, last, mentions, isDoubtful }: Stretch,
  turns: readonly Turn[],
): SpeakerProposal['stretches'][number] {
  const [clearest] = mentions.toSorted((a, b) => b.weight - a.weight)
  const spoken = clearest && turns[clearest.said.turn]
  return {
    fromTurn: turns[first]?.index ?? first,
    toTurn: turns[last]?.index ?? last,
    confidence: isDoubtful ? doubtful : weighConfidence(mentions, 1),
    ...(clearest && spoken && { said: quoteTurn(spoken, clearest.said) }),
  }
}

const weighConfidence = (mentions: readonly Mention[], share: number): number => {
  const doubt = mentions.reduce((left, { weight }) => left * (1 - weight), 1)
  return Math.round(Math.min(highest, (1 - doubt) * share) * 100) / 100
}

const quoteTurn = (turn: Turn, around: { from: number; to: number }): SpeakerProposal['excerpts'][number] => ({
  turn: turn.index,
  startMs: timeAt(turn, around.from),
  quote: makeQuote(turn.text, around),
})

function describe(
  voice: string,
  mentions: readonly Placed[],
  stretches: SpeakerProposal['stretches'],
  share: number,
  turns: readonly Turn[],
  voices: Voices,
): SpeakerProposal {
  const [{ number, isSeat } = { number: 0, isSeat: false }] = mentions
  return {
    speaker: voice,
    jurorNumber: isSeat ? null : String(number),
    seat: isSeat ? number : null,
    confidence: weighConfidence(mentions, share),
    stretches,
    excerpts: pickExcerpts(voice, mentions, stretches, turns, voices),
  }
}

function pickExcerpts(
  voice: string,
  mentions: readonly Placed[],
  stretches: SpeakerProposal['stretches'],
  turns: readonly Turn[],
  voices: Voices,
): SpeakerProposal['excerpts'] {
  const excerpts: SpeakerProposal['excerpts'] = []
  const add = (turn: Turn | undefined, around: { from: number; to: number }) => {
    if (!turn || excerpts.length === excerptsAtMost || excerpts.some((each) => each.turn === turn.index)) return
    excerpts.push(quoteTurn(turn, around))
  }
  for (const { said } of mentions.toSorted((a, b) => b.weight - a.weight)) add(turns[said.turn], said)
  const own = turns.filter(
    (turn, at) =>
      voices[at] === voice && stretches.some(({ fromTurn, toTurn }) => turn.index >= fromTurn && turn.index <= toTurn),
  )
  for (const turn of own.toSorted((a, b) => b.text.length - a.text.length)) add(turn, { from: 0, to: 0 })
  return excerpts
}

function makeQuote(text: string, { from, to }: { from: number; to: number }): string {
  if (text.length <= quoteLetters) return text
  const room = Math.max(0, quoteLetters - (to - from))
  const wanted = Math.max(0, Math.min(from - Math.floor(room / 2), text.length - quoteLetters))
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const end = Math.min(text.length, start + quoteLetters)
  return text.slice(start, end === text.length ? end : Math.max(to, text.lastIndexOf(' ', end))).trim()
}

function timeAt(turn: Turn, from: number): number | null {
  const before = turn.text.slice(0, from).split(/\s+/).filter(Boolean).length
  return turn.words[before]?.startMs ?? turn.startMs
}
