import { expect, test } from 'vitest'
import { getGreeting } from './greeting.ts'

test.each([
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
])('says at %d h: %s', (hour, words) => expect(getGreeting(hour)).toBe(words))
