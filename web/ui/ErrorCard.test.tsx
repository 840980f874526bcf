import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorCard } from './ErrorCard.tsx'

const drawn = (props: Partial<Parameters<typeof ErrorCard>[0]> = {}) =>
  renderToStaticMarkup(<ErrorCard onRetry={() => {}} {...props} />).replaceAll(/<[^>]+>/g, '|')

test('a failure without its own message shows the general one', () => {
  for (const message of [undefined, '']) {
    const words = drawn({ message }).split('|').filter(Boolean)
    expect(words).toEqual(['Failed to load data', 'An error occurred while fetching data', 'Try Again'])
  }
})

test("a failure's own message replaces it", () => {
  expect(drawn({ message: '503: The disk is full.' })).toContain('|503: The disk is full.|')
  expect(drawn({ message: '503: The disk is full.' })).not.toContain('An error occurred')
})
