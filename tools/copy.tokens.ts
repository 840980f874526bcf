/**
 * The parts of a translation: `{name}`, `{one | several}`, and `<b>tags</b>`. Choices and tags of the same name are in
 * the order of the English text unless numbered, as in `{2: one | several}` and `<b:2>`.
 */
export type Token = string | { kind: 'value'; name: string } | ChoiceToken | ElementToken
export type ChoiceToken = { kind: 'choice'; number: number | null; branches: Token[][] }
export type ElementToken = { kind: 'element'; name: string; number: number | null; tokens: Token[] }

type Open = { tokens: Token[]; choice?: ChoiceToken; tag?: string }

const braces = String.raw`\{(?<value>\w+)\}|(?<open>\{)(?:(?<choice>\d+): )?|(?<bar> \| )|(?<shut>\})`
const tags = String.raw`<(?<slash>\/?)(?<tag>\w*)(?::(?<nth>\d+))?(?<empty>\/?)>`

/** Returns null if a brace or tag isn’t closed. */
export function readTokens(text: string, syntax: { hasBraces: boolean; hasTags: boolean }): Token[] | null {
  const patterns = [...(syntax.hasBraces ? [braces] : []), ...(syntax.hasTags ? [tags] : [])]
  if (patterns.length === 0) return [text]
  const stack: Open[] = [{ tokens: [] }]
  let at = 0
  for (const match of text.matchAll(new RegExp(patterns.join('|'), 'g'))) {
    const top = stack.at(-1)!
    if (match.index > at) top.tokens.push(text.slice(at, match.index))
    at = match.index + match[0].length
    if (!readToken(match[0], match.groups ?? {}, stack)) return null
  }
  if (at < text.length) stack.at(-1)!.tokens.push(text.slice(at))
  return stack.length === 1 ? stack[0]!.tokens : null
}

function readToken(token: string, groups: Record<string, string | undefined>, stack: Open[]): boolean {
  const top = stack.at(-1)!
  const number = (digits: string | undefined) => (digits === undefined ? null : Number(digits))
  if (groups['value'] !== undefined) top.tokens.push({ kind: 'value', name: groups['value'] })
  else if (groups['open']) {
    const choice: ChoiceToken = { kind: 'choice', number: number(groups['choice']), branches: [[]] }
    top.tokens.push(choice)
    stack.push({ tokens: choice.branches[0]!, choice })
  } else if (groups['bar']) {
    if (!top.choice) top.tokens.push(token)
    else top.choice.branches.push((top.tokens = []))
  } else if (groups['shut']) return stack.pop()?.choice?.branches.length === 2
  else if (groups['slash']) return stack.pop()?.tag === `${groups['tag']}:${groups['nth'] ?? ''}`
  else {
    const element: ElementToken = {
      kind: 'element',
      name: groups['tag'] ?? '',
      number: number(groups['nth']),
      tokens: [],
    }
    top.tokens.push(element)
    if (!groups['empty']) stack.push({ tokens: element.tokens, tag: `${element.name}:${groups['nth'] ?? ''}` })
  }
  return true
}
