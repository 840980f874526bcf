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

/** Within a message, each placeholder name stands for only one expression. */
export function readText(node: Node, source: string): string {
  const names = new Map<string, string>()

  if (isElement(node)) return readChildren(node)
  if (node.type === 'TemplateLiteral') return readTemplate(node)
  return listTerms(node).map(readExpression).join('')

  function readChildren(element: Node): string {
    const text = toNodes(element.children).map((child) => {
      if (child.type === 'JSXText') return String(child.value).replace(/\s*\n\s*/g, '\n')
      if (isElement(child)) return readElement(child)
      return child.type === 'JSXExpressionContainer' ? readExpression(toNode(child.expression)) : ''
    })
    const icons = /^(?:\s*<\w+\/>\s*)+|(?:\s*<\w+\/>\s*)+$/g
    return text
      .join('')
      .replace(/^\n+|\n+$/g, '')
      .replace(/\n+/g, ' ')
      .replace(icons, '')
  }

  function readElement(element: Node): string {
    const inner = readChildren(element)
    const name = element.type === 'JSXElement' ? getName(toNode(element.openingElement).name) : ''
    return inner === '' ? `<${name}/>` : `<${name}>${inner}</${name}>`
  }

  function readTemplate(template: Node): string {
    const expressions = toNodes(template.expressions)
    return toNodes(template.quasis)
      .map(({ value }, index) => {
        const next = expressions[index]
        return `${(value as { cooked: string }).cooked}${next ? readExpression(next) : ''}`
      })
      .join('')
  }

  function readExpression(expression: Node): string {
    if (expression.type === 'Literal') return String(expression.value)
    if (expression.type === 'TemplateLiteral') return readTemplate(expression)
    if (expression.type === 'JSXEmptyExpression') return ''
    if (isElement(expression)) return readElement(expression)
    if (expression.type === 'ConditionalExpression')
      return `{${[expression.consequent, expression.alternate].map((each) => readExpression(toNode(each))).join(' | ')}}`
    if (expression.type === 'LogicalExpression' && expression.operator === '&&')
      return `{${readExpression(toNode(expression.right))} | }`
    return `{${namePlaceholder(expression)}}`
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
