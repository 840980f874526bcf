import { config, type core } from 'zod'

const labels: Readonly<Record<string, string>> = {
  at: 'Time',
  end: 'End time',
  endsAt: 'End',
  expiresAt: 'Expiry',
  from: 'From',
  q: 'Search text',
  start: 'Start time',
  startsAt: 'Start',
  to: 'To',
  tz: 'Time zone',
  url: 'Address',
}

const singular = (word: string) =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : /[^is]s$/.test(word) ? word.slice(0, -1) : word

export function getFieldLabel(path: readonly PropertyKey[]): string {
  const last = path.findLastIndex((each) => typeof each === 'string' && !/^\d+$/.test(each))
  if (last < 0) return 'Request'
  const name = String(path[last])
  const at = path[last + 1]
  const words = /^[A-Z0-9_]+$/.test(name)
    ? name
    : (labels[name] ??
      name
        .replace(/(?<=.)Ids$/, 's')
        .replace(/(?<=.)(?:Id|Ms)$/, '')
        .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replaceAll('_', ' '))
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  return at === undefined ? label : `${singular(label)} ${Number(at) + 1}`
}

const kindWords: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  date: 'a date',
  int: 'a whole number',
  number: 'a number',
  object: 'a set of fields',
  record: 'a set of fields',
  string: 'text',
}

const formats: Readonly<Record<string, string>> = {
  date: 'must be a date, such as 2026-11-21',
  datetime: 'must be a time in UTC, such as 2026-11-21T15:04:05Z',
  email: 'must be an email address, such as name@firm.example',
  url: 'must be a web address, such as https://firm.example',
  uuid: 'must be a valid ID',
}

const isMissing = (input: unknown) => input === undefined || input === null || input === ''
const count = (number: bigint | number, [one, many]: readonly [string, string]) =>
  `${number.toLocaleString('en-US')} ${Number(number) === 1 ? one : many}`
const characters = ['character', 'characters'] as const
const entries = ['entry', 'entries'] as const
const quote = (value: unknown) => (typeof value === 'string' ? value : String(value))
const listMost = 12

type Bound = { origin: string; bound: bigint | number; inclusive?: boolean | undefined }

const explainBound = (
  { origin, bound, inclusive }: Bound,
  [atLimit, beyondLimit]: readonly [string, string],
): string => {
  if (origin === 'string') return `must have ${atLimit} ${count(bound, characters)}`
  if (origin === 'array' || origin === 'set') return `must have ${atLimit} ${count(bound, entries)}`
  return inclusive === false ? `must be ${beyondLimit} ${bound}` : `must be ${atLimit} ${bound}`
}

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' })

function explainChoices(values: readonly unknown[]): string {
  const choices = values.map(quote)
  if (choices.length > listMost) return 'must be one of the allowed choices'
  return `must be ${alternatives.format(choices)}`
}

const neededCodes: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_format', 'invalid_union']

function explain(issue: core.$ZodRawIssue): string {
  if (neededCodes.includes(issue.code) && isMissing(issue.input)) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindWords[issue.expected] ?? 'a different type'}`
    case 'invalid_value':
      return explainChoices(issue.values)
    case 'too_small':
      return issue.origin === 'string' && issue.input === ''
        ? 'is required'
        : explainBound({ ...issue, bound: issue.minimum }, ['at least', 'more than'])
    case 'too_big':
      return explainBound({ ...issue, bound: issue.maximum }, ['at most', 'less than'])
    case 'invalid_format':
      return formats[issue.format] ?? 'has an invalid format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'must be one of the allowed choices'
    default:
      return 'has an invalid value'
  }
}

const mostNamed = 5
const longestNamed = 60

export function explainIssue(issue: core.$ZodRawIssue): string {
  const path = issue.path ?? []
  if (issue.code === 'unrecognized_keys') {
    const named = issue.keys.slice(0, mostNamed).map((key) => key.slice(0, longestNamed))
    const others = issue.keys.length - named.length
    return `Unknown field${issue.keys.length === 1 ? '' : 's'}: ${named.join(', ')}${others > 0 ? `, and ${others} more` : ''}.`
  }
  return `${getFieldLabel(path)} ${explain(issue)}.`
}

config({ customError: explainIssue })
