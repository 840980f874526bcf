/**
 * Compares jurors by confirmed findings, answers to the same question, and case themes, excluding answers about
 * protected traits.
 */
import {
  type ComparedJuror,
  type Comparator,
  type Likeness,
  type SaidByJuror,
  similarWords,
} from '#contract/strikes/compare.ts'
import { findWords } from './rule.ts'
import { traitRules } from './traits.data.ts'
import { stateTraitRules } from './traits.state.data.ts'

export type CompareInput = {
  juror: ComparedJuror
  /** Quotes that the strike relies on. If empty, all of the juror's confirmed quotes are used. */
  reliesOn: readonly SaidByJuror[]
  others: readonly ComparedJuror[]
  issues: readonly { name: string; watchWords: readonly string[] }[]
}

/** Minimum similarity of two quotes, tuned on synthetic pairs. */
const leastNear = 0.3
/** Base similarity of findings with the same type and stance, even if they share no words. */
const sameKind = 0.5

const common = new Set(
  'the and that this with have has had was were are for not but you your would could should what when there their they them then than from just like know think about really some any all one out been will can did does don get got his her him she who which it’s i’m because very much more into over only'.split(
    ' ',
  ),
)
const stems = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z’']{3,}/g) ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s|ly)$/, '').replace(/[’'].*$/, ''))
      .filter((word) => word.length > 2),
  )

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  return both / Math.sqrt(a.size * b.size)
}

export const sameText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
const namesTrait = (question: string): boolean =>
  /\b(?:race|ethnic\w*|gender|sex|religio\w*|national origin|date of birth|age|marital|disabilit\w*|birthplace|language)\b/i.test(
    question,
  ) || [...traitRules, ...stateTraitRules].some((rule) => findWords(question, rule).length > 0)

function traitQuestions(): (question: string) => boolean {
  const known = new Map<string, boolean>()
  return (question) => {
    const answer = known.get(question) ?? namesTrait(question)
    known.set(question, answer)
    return answer
  }
}

type Answer = { q: string; a: string; same: string; stems: Set<string> }
type Prepared = {
  juror: ComparedJuror
  said: { item: SaidByJuror; stems: Set<string> }[]
  /** By question. */
  answers: ReadonlyMap<string, readonly Answer[]>
}

/** A questionnaire rarely repeats a question. */
const mostAnswers = 5

function groupAnswers(
  { answers }: ComparedJuror,
  isAboutTrait: (question: string) => boolean,
  asked?: { has(key: string): boolean },
): Map<string, Answer[]> {
  const groups = new Map<string, Answer[]>()
  for (const { q, a } of answers) {
    const key = sameText(q)
    if (a.trim() === '' || asked?.has(key) === false || isAboutTrait(q)) continue
    const group = groups.get(key) ?? []
    if (group.length < mostAnswers) group.push({ q, a, same: sameText(a), stems: stems(a) })
    groups.set(key, group)
  }
  return groups
}

const prepare = (juror: ComparedJuror, said: readonly SaidByJuror[], answers: Prepared['answers']): Prepared => ({
  juror,
  said: said.map((item) => ({ item, stems: stems(item.quote) })),
  answers,
})

type Scored = Likeness & { nearness: number }

function findingsAlike(ours: Prepared, theirs: Prepared): Scored[] {
  return ours.said.flatMap((own) =>
    theirs.said.flatMap((other): Scored[] => {
      const isKind = own.item.sub !== '' && own.item.type === other.item.type && own.item.sub === other.item.sub
      // A rehabilitated juror isn't comparable to one who held firm.
      const isApart = isKind && own.item.stance !== other.item.stance
      const words = shared(own.stems, other.stems)
      const nearness = isKind && !isApart ? sameKind + words / 2 : words
      if (nearness < leastNear) return []
      const about = isKind ? `${own.item.type} ${own.item.sub}`.replaceAll('_', ' ') : similarWords
      return [
        {
          kind: 'finding',
          about,
          theirs: other.item.quote,
          ours: own.item.quote,
          highlightId: other.item.highlightId,
          nearness,
        },
      ]
    }),
  )
}

/** Answers shared by more than this fraction of the panel, such as "No", are ignored. */
const commonShare = 1 / 3
const fewest = 4

const answerKey = (question: string, { same }: Answer): string => `${question} = ${same}`

function commonAnswers(jurors: readonly Prepared[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { answers } of jurors) {
    const keys = [...answers].flatMap(([question, group]) => group.map((each) => answerKey(question, each)))
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Set(
    [...counts].filter(([, count]) => count >= fewest && count > jurors.length * commonShare).map(([key]) => key),
  )
}

function answersAlike(ours: Prepared, theirs: Prepared, common: ReadonlySet<string>): Scored[] {
  return [...ours.answers].flatMap(([question, group]) =>
    group.flatMap((own) =>
      (theirs.answers.get(question) ?? [])
        .filter((other) => !common.has(answerKey(question, own)) || !common.has(answerKey(question, other)))
        .flatMap((other): Scored[] => {
          const nearness = own.same === other.same ? 1 : shared(own.stems, other.stems)
          return nearness < sameKind
            ? []
            : [{ kind: 'answer', about: own.q, theirs: other.a, ours: own.a, highlightId: null, nearness }]
        }),
    ),
  )
}

function topicsAlike(ours: Prepared, theirs: Prepared, issues: CompareInput['issues']): Scored[] {
  const speaks = (text: string, watched: readonly string[]) =>
    watched.some((word) => ` ${sameText(text)} `.includes(` ${sameText(word)} `))
  return issues.flatMap(({ name, watchWords }) => {
    const own = ours.said.find(({ item }) => speaks(item.quote, watchWords))
    if (!own) return []
    return theirs.said
      .filter(({ item }) => speaks(item.quote, watchWords))
      .map(({ item }): Scored => ({
        kind: 'topic',
        about: name,
        theirs: item.quote,
        ours: own.item.quote,
        highlightId: item.highlightId,
        nearness: leastNear,
      }))
  })
}

const mostLikenesses = 5

/** Lists unstruck jurors first, then sorts by similarity. Without `reliesOn`, questionnaires are compared, too. */
export function findComparators({ juror, reliesOn, others, issues }: CompareInput): Comparator[] {
  const isAboutTrait = traitQuestions()
  const answers = groupAnswers(juror, isAboutTrait)
  const ours = prepare(juror, reliesOn.length > 0 ? reliesOn : juror.said, answers)
  const compared = others
    .filter(({ jurorId }) => jurorId !== juror.jurorId)
    .map((other) => prepare(other, other.said, groupAnswers(other, isAboutTrait, answers)))
  const common = commonAnswers([ours, ...compared])
  return compared
    .flatMap((theirs): Comparator[] => {
      const other = theirs.juror
      const all = [
        ...findingsAlike(ours, theirs),
        ...answersAlike(ours, theirs, common),
        ...topicsAlike(ours, theirs, issues),
      ]
      const best = all.toSorted((a, b) => b.nearness - a.nearness)
      const [nearest] = best
      if (!nearest) return []
      const seen = new Set<string>()
      const alike = best
        .filter(
          ({ kind, theirs: quote }) =>
            !seen.has(`${kind === 'answer'} ${quote}`) && seen.add(`${kind === 'answer'} ${quote}`),
        )
        .slice(0, mostLikenesses)
        .map(({ kind, about, theirs: quote, ours: own, highlightId }) => ({
          kind,
          about,
          theirs: quote,
          ours: own,
          highlightId,
        }))
      return [
        {
          jurorId: other.jurorId,
          number: other.number,
          isStruck: other.isStruck,
          alike,
          nearness: Math.min(1, nearest.nearness),
        },
      ]
    })
    .toSorted((a, b) => Number(a.isStruck) - Number(b.isStruck) || b.nearness - a.nearness)
}
