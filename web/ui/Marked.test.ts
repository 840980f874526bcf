import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Marked } from './Marked.tsx'

test.for(String.raw`\^$.*+?()[]{}|/-`.split(''))('marks %s as written', (sign) => {
  const html = renderToStaticMarkup(createElement(Marked, { text: `a${sign}b ab`, words: [`a${sign}b`] }))
  expect(html.replace(/ class="[^"]*"/, '')).toBe(`<mark>a${sign}b</mark> ab`)
})
