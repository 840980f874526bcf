import { z } from 'zod'
import { type CaseData, type PartySide, getSides } from './data.ts'

export const SideNames = z.object({ us: z.string(), opposing: z.string(), court: z.string() })
export type SideNames = z.infer<typeof SideNames>

/** The longest name, in characters, that fits badges and narrow columns. */
const longestName = 48

export function getSideNames({ ourSide, parties }: Pick<CaseData, 'ourSide' | 'parties'>): SideNames {
  const name = (words: string, side: Exclude<PartySide, 'other'>) => {
    if (ourSide === null) return words
    const [first, ...others] = parties.filter((each) => each.side === side)
    const role = side === 'defense' ? 'defense' : isProsecuted({ ourSide, parties }) ? 'prosecution' : 'plaintiff'
    if (!first) return `${words} (${role})`
    const more = others.length === 0 ? '' : ` and ${others.length} ${others.length === 1 ? 'other' : 'others'}`
    return `${words} (${role}: ${cut(first.name)}${more})`
  }
  const { us, them } = getSides(ourSide)
  return { us: name('Our side', us), opposing: name('Opposing side', them), court: 'The court' }
}

export const isProsecuted = ({ ourSide, parties }: Pick<CaseData, 'ourSide' | 'parties'>): boolean =>
  ourSide === 'prosecution' || parties.some(({ role }) => role === 'prosecution')

const cut = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name
