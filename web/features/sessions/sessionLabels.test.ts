import { expect, test } from 'vitest'
import { nameVideoLink } from './sessionLabels.ts'

test.each([
  [null, 'Open video'],
  [0, 'Open video (0 findings)'],
  [1, 'Open video (1 finding)'],
  [2, 'Open video (2 findings)'],
])('with %s findings, the link reads %s', (findings, words) => expect(nameVideoLink(findings)).toBe(words))
