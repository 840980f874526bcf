import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { checkRationale } from '#law/rationale/check.ts'
import { CheckPanel } from './CheckPanel.tsx'

test('quotes each offending word once', () => {
  const text = 'She is Catholic, receives welfare, looked hostile, and I have a bad feeling.'
  const check = checkRationale({ text, kind: 'peremptory', forumId: 'ca_criminal', quotes: 0 })
  const shown = renderToStaticMarkup(<CheckPanel check={check} />).replaceAll(/<q [^>]*>|<\/q>/g, '”')
  const words = check.items.map((each) => each.words).filter(Boolean)
  expect(words.length).toBeGreaterThan(3)
  for (const each of words) expect(shown.split(each), each).toHaveLength(2)
})
