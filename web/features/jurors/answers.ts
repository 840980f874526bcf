import type { QuestionnaireAnswer } from '#contract/jurors/jurors.ts'

export const formatAnswers = (answers: readonly QuestionnaireAnswer[]): string =>
  answers.map(({ q, a }) => `Q: ${q}\nA: ${a}`).join('\n\n')

/**
 * Reads questions and answers as people paste them: "Q:" and "A:" where they stand, otherwise the first line of a block
 * is the question and the rest is the answer.
 */
export function parseAnswers(text: string): QuestionnaireAnswer[] {
  const blocks = text
    .replaceAll('\r', '')
    .split(/\n\s*\n|\n(?=\s*Q\s*[:.])/i)
    .map((block) => block.trim())
    .filter((block) => block !== '')
  return blocks.map((block) => {
    const marked = /^(?:Q\s*[:.]\s*)?([\s\S]*?)\n\s*A\s*[:.]\s*([\s\S]*)$/i.exec(block)
    if (marked) return { q: tidy(marked[1] ?? ''), a: (marked[2] ?? '').trim() }
    const [first = '', ...rest] = block.replace(/^Q\s*[:.]\s*/i, '').split('\n')
    return { q: tidy(first), a: rest.join('\n').trim() }
  })
}

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
