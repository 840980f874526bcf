import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

/** The contract nests at most 8 levels. Parsing is recursive, so deep input could overflow the stack. */
const maxDepth = 64
/** More than the cells of the largest juror table, or the words of a turn that lasts nine hours. */
const maxValues = 500_000

export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = findExcess(body)
    if (excess) done(new Refusal('invalid', `The request body ${excess}.`))
    else void parse(request, body, done)
  })
}

/** Returns what's wrong with JSON that would take long to parse. */
export function findExcess(text: string): string | null {
  let depth = 0
  let values = 1
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === ',') values++
    else if (character === '{' || character === '[') {
      values++
      if (++depth > maxDepth) return 'is nested too deeply'
    } else if (character === '}' || character === ']') depth--
    if (values > maxValues) return 'has too many values'
  }
  return null
}
