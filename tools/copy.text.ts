/** Turns text in the source into a message. Each expression becomes a placeholder that a writer can understand. */

export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export const toNode = (value: unknown): Node => value as Node
export const toNodes = (value: unknown): Node[] => value as Node[]

export const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'

export const listTerms = (node: Node): Node[] =>
  node.type === 'BinaryExpression' && node.operator === '+'
    ? [...listTerms(toNode(node.left)), ...listTerms(toNode(node.right))]
    : [node]

export function getName(value: unknown): string {
  const node = toNode(value)
  if (node.type === 'MemberExpression' || node.type === 'JSXMemberExpression') return getName(node.property)
  if (node.type === 'TSNonNullExpression' || node.type === 'ChainExpression') return getName(node.expression)
  return typeof node.name === 'string' ? node.name : ''
}

export type Part = string | Value | Choice | Element
export type Value = { kind: 'value'; name: string; node: Node; isInTemplate: boolean }
export type Choice = { kind: 'choice'; node: Node; branches: { node: Node | null; parts: Part[] }[] }
export type Element = { kind: 'element'; name: string; node: Node; before: Part[]; parts: Part[]; after: Part[] }

export function readText(node: Node, source: string): string {
  const parts = readMessage(node, source)
  return printParts(isElement(node) ? (parts[0] as Element).parts : parts)
}

export const printParts = (parts: readonly Part[]): string => parts.map(printPart).join('')

function printPart(part: Part): string {
  if (typeof part === 'string') return part
  if (part.kind === 'value') return `{${part.name}}`
  if (part.kind === 'choice') return `{${part.branches.map(({ parts }) => printParts(parts)).join(' | ')}}`
  const inner = printParts(part.parts)
  return inner === '' ? `<${part.name}/>` : `<${part.name}>${inner}</${part.name}>`
}

/** Within a message, each placeholder name stands for only one expression. */
export function readMessage(node: Node, source: string): Part[] {
  const names = new Map<string, string>()
  return isElement(node) ? [readElement(node)] : listTerms(node).flatMap((each) => readExpression(each))

  function readElement(element: Node): Part {
    const children = toNodes(element.children).flatMap((child) => {
      if (child.type === 'JSXText') return [joinLines(String(child.value))]
      if (isElement(child)) return [readElement(child)]
      return child.type === 'JSXExpressionContainer' ? readExpression(toNode(child.expression)) : []
    })
    const name = element.type === 'JSXElement' ? getName(toNode(element.openingElement).name) : ''
    return { kind: 'element', name, node: element, ...splitIcons(children.filter((each) => each !== '')) }
  }

  function readTemplate(template: Node): Part[] {
    const expressions = toNodes(template.expressions)
    return toNodes(template.quasis).flatMap(({ value }, index) => {
      const next = expressions[index]
      return [(value as { cooked: string }).cooked, ...(next ? readExpression(next, true) : [])]
    })
  }

  function readExpression(expression: Node, isInTemplate = false): Part[] {
    if (expression.type === 'Literal') return [expression.value === null ? '' : String(expression.value as string)]
    if (expression.type === 'TemplateLiteral') return readTemplate(expression)
    if (expression.type === 'JSXEmptyExpression') return []
    if (isElement(expression)) return [readElement(expression)]
    const isAnd = expression.type === 'LogicalExpression' && expression.operator === '&&'
    if (!isAnd && expression.type !== 'ConditionalExpression')
      return [{ kind: 'value', name: namePlaceholder(expression), node: expression, isInTemplate }]
    const nodes = isAnd ? [expression.right, null] : [expression.consequent, expression.alternate]
    const branches = nodes.map((each) => ({
      node: each as Node | null,
      parts: each ? readExpression(toNode(each), isInTemplate) : [],
    }))
    return [{ kind: 'choice', node: expression, branches }]
  }

  function namePlaceholder(expression: Node): string {
    const code = source.slice(expression.start, expression.end)
    const known = names.get(code)
    if (known !== undefined) return known
    const taken = new Set(names.values())
    const [short = '', ...longer] = listNames(expression)
    const free = [short, ...longer].find((each) => each !== '' && !taken.has(each)) ?? number(short || 'value', taken)
    names.set(code, free)
    return free
  }
}

/** Joins lines as JSX does: a line break between tags and text isn't a space. */
const joinLines = (text: string): string => text.replace(/^[ \t]*\n\s*|\s*\n[ \t]*$/g, '').replace(/\s*\n\s*/g, ' ')

/** Icons at either end of an element stay out of its message. */
function splitIcons(parts: Part[]): Pick<Element, 'before' | 'parts' | 'after'> {
  const pieces = parts.flatMap((part): Part[] =>
    typeof part === 'string' ? part.split(/^(\s+)|(\s+)$/).filter(Boolean) : [part],
  )
  const isWord = (part: Part) => (typeof part === 'string' ? part.trim() !== '' : !isIcon(part))
  const first = pieces.findIndex(isWord)
  if (first === -1) return { before: pieces, parts: [], after: [] }
  const last = pieces.findLastIndex(isWord) + 1
  const from = pieces.slice(0, first).some(isIcon) ? first : 0
  const to = pieces.slice(last).some(isIcon) ? last : pieces.length
  return { before: pieces.slice(0, from), parts: pieces.slice(from, to), after: pieces.slice(to) }
}

const isIcon = (part: Part): boolean =>
  typeof part !== 'string' && part.kind === 'element' && part.name !== '' && printParts(part.parts) === ''

function number(name: string, taken: ReadonlySet<string>): string {
  let next = 2
  if (!taken.has(name)) return name
  while (taken.has(`${name}${next}`)) next++
  return `${name}${next}`
}

function listNames(node: Node): string[] {
  const parts = listParts(node)
  const last = parts.at(-1) ?? ''
  if (/^(?:length|size)$/.test(last) && parts.length > 1) {
    const counted = parts
      .at(-2)!
      .replace(/ies$/, 'y')
      .replace(/([^s])s$/, '$1')
    return [`${counted}Count`, join(parts.slice(0, -1)) + 'Count']
  }
  return parts.map((_, index) => join(parts.slice(parts.length - 1 - index)))
}

const join = (parts: readonly string[]): string =>
  parts.map((part, index) => (index === 0 ? part : part[0]!.toUpperCase() + part.slice(1))).join('')

/** `case.lead.name` has the parts case, lead, and name. An operation takes its parts from its first named operand. */
function listParts(node: Node): string[] {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return listCallParts(node)
  if (node.type === 'MemberExpression') return listMemberParts(node)
  const inner = wrappers[node.type]?.map((key) => node[key]) ?? []
  for (const each of inner.flat()) {
    const parts = each ? listParts(toNode(each)) : []
    if (parts.length > 0) return parts
  }
  return typeof node.name === 'string' && node.name !== 'undefined' ? [node.name] : []
}

const wrappers: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries(
    ['TSNonNullExpression', 'TSAsExpression', 'ChainExpression', 'ParenthesizedExpression'].map((type) => [
      type,
      ['expression'],
    ]),
  ),
  AwaitExpression: ['argument'],
  UnaryExpression: ['argument'],
  SpreadElement: ['argument'],
  BinaryExpression: ['left', 'right'],
  LogicalExpression: ['left', 'right'],
  ConditionalExpression: ['consequent', 'alternate', 'test'],
  TemplateLiteral: ['expressions'],
  ArrayExpression: ['elements'],
}

function listMemberParts(node: Node): string[] {
  if (!node.computed)
    return [...listParts(toNode(node.object)), getName(node.property)].filter((part) => part !== 'this')
  const key = listParts(toNode(node.property))
  return key.length > 0 ? key : listParts(toNode(node.object))
}

/**
 * Returns the words for a call's result: seconds for `toSeconds(at)`, names for `names.join()`, and size for
 * `formatBytes(size)`.
 */
function listCallParts(node: Node): string[] {
  const callee = toNode(node.callee)
  const name = getName(callee)
  const given = toNodes(node.arguments).map(listParts)
  const first = given.find((parts) => parts.length > 0) ?? []
  const object = callee.type === 'MemberExpression' ? listParts(toNode(callee.object)) : []
  if (/^(?:Math|String|Number|JSON|Object|Array|Intl|Date)$/.test(object[0] ?? name)) return first
  if (isTransform.test(name)) return object.length > 0 ? object : first
  if (name.startsWith('format') && first.length > 0) return first
  const [, noun = name] =
    /^(?:get|to|format|describe|list|find|read|name|count|show|shorten|quote)(\p{Lu}\w*)$/u.exec(name) ?? []
  return noun === '' ? first : [...first, noun[0]!.toLowerCase() + noun.slice(1)]
}

const isTransform =
  /^(?:join|slice|map|flatMap|filter|toFixed|toLocaleString|toLowerCase|toUpperCase|toString|trim|replace|replaceAll|padStart|padEnd|at|find|get|sort|toSorted|reduce|split|keys|values|toISOString|substring|charAt|quote|escape|escapeHtml|describe|shorten|format|toWords|round|floor|min|max)$/
