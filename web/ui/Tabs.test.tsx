import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'

const tabs = ['first', 'second'].map((value) => ({ value, label: value, content: `${value} content` }))

test.each([
  ['second', 'second content'],
  ['removed', 'first content'],
])('shows the tab of a link, and the first one for an unknown tab: %s', (value, content) => {
  const shown = renderToStaticMarkup(<Tabs label="Tabs" tabs={tabs} value={value} />)
  expect([...shown.matchAll(/\w+ content/g)].map(String)).toEqual([content])
})
