import type { Strike } from '#contract/strikes.ts'
import { clockOf, wordsOf } from '../content/clean.ts'
import { documentOf } from '../content/cover.ts'
import type { Block, Cell, Doc } from '../content/doc.ts'
import { citeOf, type Gathered } from '../content/gather.ts'
import { signatureOf } from '../content/signature.ts'
import { citeOfTimecode, groundOf, rationaleOf, sideOf, strikesOf } from '../content/strikes.ts'

/** Every strike of both sides and the court, in order. */
export async function strikeLog(gathered: Gathered): Promise<Doc> {
  const strikes = await strikesOf(gathered)
  return documentOf(gathered, {
    changed: strikes.map(({ updatedAt }) => updatedAt),
    facts: [['Strikes', String(strikes.length)]],
    blocks: [...strikeChapters(gathered, strikes), await signatureOf(gathered)],
  })
}

/** A table to read across, then each strike with what the record has of it. */
export function strikeChapters(gathered: Gathered, strikes: readonly Strike[]): Block[] {
  const { redact, timeZone } = gathered
  const rows = strikes.map((it): Cell[] => {
    const cite = citeOfTimecode(gathered, it, it.calledTimecode)
    return [
      it.label,
      redact.text(it.jurorNumber),
      groundOf(gathered, it),
      wordsOf(it.ruling),
      cite ? { text: cite.label, url: cite.url } : clockOf(it.calledAt, timeZone),
    ]
  })
  return [
    { kind: 'heading', level: 2, text: 'Strikes in order' },
    strikes.length === 0
      ? { kind: 'text', text: 'No strike was exercised.', tone: 'note' }
      : {
          kind: 'table',
          label: 'Strikes',
          head: ['Strike', 'Juror', 'Ground', 'Ruling', 'Called'],
          widths: [3, 1, 4, 1.6, 2.2],
          rows,
        },
    ...strikes.flatMap((it) => strikeBlocks(gathered, it)),
  ]
}

function strikeBlocks(gathered: Gathered, it: Strike): Block[] {
  const { redact, order, timeZone } = gathered
  const at = (time: { videoId: string; seconds: number } | null, words: string | null): Cell => {
    const cite = citeOfTimecode(gathered, it, time)
    return cite ? { text: [cite.label, words].filter(Boolean).join(', '), url: cite.url } : (words ?? '')
  }
  const { objection } = it
  const facts: [string, Cell][] = [
    ['Made by', sideOf(gathered, it.madeBy)],
    ['State', wordsOf(it.state)],
    ['Ground', groundOf(gathered, it)],
    ['Called', at(it.calledTimecode, clockOf(it.calledAt, timeZone))],
    ['Opposing position', it.opposingPosition === 'unknown' ? '' : wordsOf(it.opposingPosition)],
    ['Rationale', rationaleOf(gathered, it)],
    ['Ruling', wordsOf(it.ruling)],
    ['Ruled', at(it.rulingTimecode, clockOf(it.ruledAt, timeZone))],
    ['Words of the judge', redact.text(it.judgeWords)],
    ['Remedy', it.remedy ? `${wordsOf(it.remedy)}${it.remedyRestored ? '; the challenge was given back' : ''}` : ''],
    ...(objection
      ? ([
          [
            'Objection',
            `${wordsOf(objection.basis)}, by ${sideOf(gathered, objection.by).replace(/^./, (first) => first.toLowerCase())}`,
          ],
          ['Prima facie', wordsOf(objection.primaFacie)],
          ['Reasons stated', redact.text(objection.reasonsStated)],
          ['Reply', redact.text(objection.reply)],
          ['Finding', redact.text(objection.finding)],
        ] as [string, Cell][])
      : []),
  ]
  // Which words the team relies on is its own thinking.
  const evidence = order.options.includePrivileged ? it.evidence : []
  return [
    { kind: 'heading', level: 2, text: `${it.label}: juror ${redact.text(it.jurorNumber)}` },
    { kind: 'facts', rows: facts.filter(([, value]) => value !== '') },
    ...(evidence.length > 0 ? [{ kind: 'heading' as const, level: 3 as const, text: 'Evidence (work product)' }] : []),
    ...evidence.map((each): Block => ({
      kind: 'quote',
      question: each.question === '' ? null : redact.text(each.question),
      text: redact.text(each.quote || each.note),
      by: redact.text(each.speaker ?? (each.source === 'note' ? 'Note' : 'Record')),
      cite:
        each.videoId === null
          ? { label: '', url: null, pageLine: each.cite }
          : citeOf(gathered, {
              videoId: each.videoId,
              sessionId: it.sessionId,
              seconds: each.start,
              page: null,
              line: null,
            }),
      note: each.textChanged ? 'The transcript has been corrected since: read it anew.' : null,
    })),
  ]
}
