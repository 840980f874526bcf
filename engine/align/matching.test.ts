import { expect, test } from 'vitest'
import { matchWords } from './matching.ts'

const words = (text: string) => text.split(' ')
const matched = (heard: string, script: string) =>
  matchWords(words(heard), words(script)).map(({ token }) => words(script)[token])

test('a misheard word leaves one gap', () => {
  const script = 'i work nights at the county hospital and i cannot miss a shift'
  expect(matched('i work nice at the county hospital and i cannot this a shift', script)).toEqual(
    words('i work at the county hospital and i cannot a shift'),
  )
})

test('skips a passage missing on one side', () => {
  const [a, b, c] = [
    'good morning ladies and gentlemen of the jury',
    'does anyone know the parties in this case',
    'please raise your hand now if you do',
  ]
  expect(matched(`${a} ${c}`, `${a} ${b} ${c}`)).toEqual(words(`${a} ${c}`))
  expect(matched(`${a} ${b} ${c}`, `${a} ${c}`)).toEqual(words(`${a} ${c}`))
})

test('picks the correct one of two repeated questions', () => {
  const question = 'have you or anyone close to you ever served on a jury'
  const script = words(
    `juror one ${question} yes i did juror two ${question} no never juror three ${question} i think so`,
  )
  const heard = words(`juror two ${question} no never`)
  const tokens = matchWords(heard, script).map(({ token }) => token)
  expect(tokens[0]).toBe(script.indexOf('two') - 1)
  expect(tokens).toHaveLength(heard.length)
})

test("doesn't match common words heard by chance", () => {
  const script = 'i will follow the law as the court gives it to me and i can be fair to both of the sides here'
  expect(matched('and the dog ran to the park', `${script} ${script}`)).toEqual([])
})

test('matches a full day of speech word for word', () => {
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const script = Array.from({ length: 60_000 }, () => `w${Math.floor(4000 * random() ** 3)}`)
  const heard = script.map((word) => (random() < 0.3 ? 'misheard' : word))
  const matches = matchWords(heard, script)
  expect(matches.filter(({ heard: h, token }) => h === token).length).toBeGreaterThan(0.65 * script.length)
  expect(matches.every(({ heard: h, token }) => Math.abs(h - token) <= 5)).toBe(true)
})
