import { expect, test } from 'vitest'
import { identifyLanguage } from './identify.ts'

test.each([
  [
    'en',
    'Good morning. My name is on the list of jurors, and I would like to say that I have a vacation planned for next month, which I already paid for.',
  ],
  [
    'es',
    'Buenos días. Me llamo como dice la lista, y quisiera decirle que tengo unas vacaciones el próximo mes que ya pagué con mi familia entera.',
  ],
  [
    'fr',
    "Bonjour. Je voudrais vous dire que j'ai déjà payé mes vacances du mois prochain, et que je ne pourrai donc pas être présent pendant ce procès.",
  ],
])('detects %s', (language, text) => {
  expect(identifyLanguage(text)).toBe(language)
})

test('short text has no language', () => {
  expect(identifyLanguage('Yes. No. Okay.')).toBeNull()
  expect(identifyLanguage('')).toBeNull()
})
