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
  const cues = readCues(turns)
  const groups = [...Map.groupBy(placed, ({ voice }) => voice)]
    .filter(([voice]) => readAskedLabel(voice) === null)
    .flatMap(([voice, mentions]) => proposeFor(voice, mentions, turns, voices, cues))
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
  cues: readonly Cue[],
): SpeakerProposal[] {
  return [false, true].flatMap((isSeat) => {
    const own = mentions.filter((mention) => mention.isSeat === isSeat)
    const byNumber = [...Map.groupBy(own, makeKey).values()].toSorted((a, b) => weigh(b) - weigh(a))
    const [main] = byNumber
    if (!main) return []
    const share = weigh(main) / weigh(own)
    if (share >= oneVoiceShare && !isSharedLabel(voice)) {
      const all = { first: 0, last: turns.length - 1 }
      const whole = { fromTurn: turns[0]?.index ?? 0, toTurn: turns.at(-1)?.index ?? 0 }
      return [describe(voice, main, [whole], share, pickExcerpts(voice, main, [all], turns, voices))]
    }
    const stretches = cutStretches(own, turns.length, cues).filter(({ first, last }) =>
      voices.slice(first, last + 1).includes(voice),
    )
    const byStretch = Map.groupBy(stretches, ({ number }) => number)
    const inside = weighInside(own, stretches)
    return byNumber.map((said) => {
      const number = said[0]?.number ?? 0
      const matching = byStretch.get(number) ?? []
      const ranges = matching.map((stretch) => describeStretch(stretch, turns))
      const within = weigh(said) / Math.max(inside.get(number) ?? 0, weigh(said))
      return describe(voice, said, ranges, within, pickExcerpts(voice, said, matching, turns, voices))
    })
  })
}

type Range = { first: number; last: number }
type Stretch = Range & { number: number; mentions: Placed[]; isDoubtful: boolean }

/** What a turn says about whose turns follow. `others` are numbers that raise doubt, unless a reply confirms them. */
type Cue = { isEnd: boolean; asks: boolean; others: readonly number[]; isReply: boolean }

const dismisses = /\b(?:you may|you can|please) (?:be seated|step (?:back|down|out)|have a seat|sit down|return to)\b/i

const readCues = (turns: readonly Turn[]): Cue[] =>
  turns.map(({ role, text }, at) => {
    if (courtRoles.includes(role)) {
      const words = text.replaceAll('’', "'")
      const isEnd = asksGroup.test(words) || dismisses.test(words)
      return { isEnd, asks: asksForNumber(words), others: readNamedJurors(text), isReply: false }
    }
    const isReply = role === 'juror'
    const opens = isReply && turns[at - 1]?.text.includes('?') !== true
    return { isEnd: role === 'note', asks: false, others: opens ? readOpeningNumber(text) : [], isReply }
  })

/** The stretches are in order and don't overlap. */
function cutStretches(mentions: readonly Placed[], length: number, cues: readonly Cue[]): Stretch[] {
  const said = new Set(mentions.map(({ turn, number }) => `${turn} ${number}`))
  const otherAfter = findOtherAfter(mentions, length)
  const stretches: Stretch[] = []
  for (const [i, mention] of mentions.entries()) {
    const { turn: first, number } = mention
    const open = stretches.at(-1)
    if (open && open.number === number && open.last >= first && !open.isDoubtful) {
      open.mentions.push(mention)
      continue
    }
    if (open && open.last >= first) open.last = first - 1
    // The next mention of another number ends the stretch.
    const { last, doubt } = follow(mention, otherAfter[i]!, cues, (at) => said.has(`${at} ${number}`))
    const sure = { number, first, last: doubt === -1 ? last : doubt - 1, mentions: [mention], isDoubtful: false }
    stretches.push(sure)
    if (doubt !== -1) stretches.push({ ...sure, first: doubt, last, isDoubtful: true })
  }
  return stretches
}

/** Returns the last turn of a mention's stretch and the first doubtful one, or -1. */
function follow(
  { turn: first, number }: Placed,
  until: number,
  cues: readonly Cue[],
  isSame: (at: number) => boolean,
): { last: number; doubt: number } {
  const raisesDoubt = ({ others, isReply }: Cue, at: number): boolean =>
    others.some((each) => each !== number) && !(isReply && isSame(at))
  let [last, doubt] = [first, -1]
  for (let at = first + 1; at < until; at += 1) {
    const cue = cues[at]!
    if (cue.isEnd || (cue.asks && !isSame(at + 1))) break
    last = at
    if (doubt === -1 && raisesDoubt(cue, at)) doubt = at
  }
  return { last, doubt }
}

/** For each mention, returns the turn of the next one of another number. */
function findOtherAfter(mentions: readonly Placed[], length: number): number[] {
  const after = mentions.map(() => length)
  for (let i = mentions.length - 2; i >= 0; i -= 1)
    after[i] = mentions[i + 1]!.number === mentions[i]!.number ? after[i + 1]! : mentions[i + 1]!.turn
  return after
}

/** Returns the weight of all mentions inside each number's stretches. */
function weighInside(mentions: readonly Placed[], stretches: readonly Stretch[]): Map<number, number> {
  const inside = new Map<number, number>()
  let at = 0
  for (const { turn, weight } of mentions) {
    while (at < stretches.length && stretches[at]!.last < turn) at += 1
    const stretch = stretches[at]
    if (stretch && stretch.first <= turn) inside.set(stretch.number, (inside.get(stretch.number) ?? 0) + weight)
  }
  return inside
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
  excerpts: SpeakerProposal['excerpts'],
): SpeakerProposal {
  const [{ number, isSeat } = { number: 0, isSeat: false }] = mentions
  return {
    speaker: voice,
    jurorNumber: isSeat ? null : String(number),
    seat: isSeat ? number : null,
    confidence: weighConfidence(mentions, share),
    stretches,
    excerpts,
  }
}

function pickExcerpts(
  voice: string,
  mentions: readonly Placed[],
  ranges: readonly Range[],
  turns: readonly Turn[],
  voices: Voices,
): SpeakerProposal['excerpts'] {
  const excerpts: SpeakerProposal['excerpts'] = []
  const add = (turn: Turn | undefined, around: { from: number; to: number }) => {
    if (!turn || excerpts.length === excerptsAtMost || excerpts.some((each) => each.turn === turn.index)) return
    excerpts.push(quoteTurn(turn, around))
  }
  for (const { said } of mentions.toSorted((a, b) => b.weight - a.weight)) add(turns[said.turn], said)
  const own = ranges.flatMap(({ first, last }) =>
    turns.slice(first, last + 1).filter((_, i) => voices[first + i] === voice),
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
