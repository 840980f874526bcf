import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

/** The contract nests at most 8 levels. Parsing is recursive, so deep input could overflow the stack. */
const maxDepth = 64

export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(new Refusal('invalid', 'The request body is nested too deeply.'))
    else void parse(request, body, done)
  })
}

export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
