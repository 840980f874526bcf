import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { Refusal } from '#server/platform/errors.ts'
import { hashPassword } from './passwords.ts'

/** Made by tools/common-passwords.ts: sorted, lowercase, one per line. */
const file = join(import.meta.dirname, 'common-passwords.txt.br')

const inflate = promisify(brotliDecompress)
let common: Promise<ReadonlySet<string>> | null = null

export function readCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readFile(file)
    .then((bytes) => inflate(bytes))
    .then((text) => new Set(text.toString('utf8').trimEnd().split('\n')))
  return common
}

type About = { email: string; name: string; firms: readonly string[] }

const tooEasy = 'This password is too easy to guess. Use four unrelated words instead.'

export async function hashNewPassword(password: string, about: About): Promise<string> {
  if (await isEasyToGuess(password, about)) throw new Refusal('invalid', tooEasy, { fields: { password: tooEasy } })
  return hashPassword(password)
}

/** Minimum characters left after removing words anyone could look up. */
const minBesideContext = 6

export async function isEasyToGuess(password: string, about: About): Promise<boolean> {
  const list = await readCommonPasswords()
  const context = listContextWords(about)
  return toSpellings(password).some((spelling) => {
    const rest = context.reduce((text, word) => text.replaceAll(word, ''), spelling)
    if (isCommon(list, spelling)) return true
    return rest !== spelling && (toLetters(rest).length < minBesideContext || isCommon(list, rest))
  })
}

/** Longest first, or "ann" would leave the rest of "annabel" behind. */
function listContextWords({ email, name, firms }: About): string[] {
  const [local = '', host = ''] = email.split('@')
  const words = ['venire', local, host, name, ...firms]
    .map(fold)
    .flatMap((text) => [text.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= 3)
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const toLetters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Likely readings of a password: no accents, capitals, or separators, and letters in place of look-alike signs. */
function toSpellings(password: string): string[] {
  const plain = fold(password)
  const read = (text: string, one: string) =>
    text.replaceAll(/[0345@$7!]/g, (sign) => signs[sign]!).replaceAll('1', one)
  const middle = plain.replace(/^[^\p{L}]{0,5}/u, '').replace(/[^\p{L}]{0,5}$/u, '')
  return [...new Set([plain, middle, toLetters(plain)].flatMap((text) => [text, read(text, 'l'), read(text, 'i')]))]
}

function isCommon(list: ReadonlySet<string>, text: string): boolean {
  if (list.has(text)) return true
  const [, unit] = /^(.+?)\1+$/u.exec(text) ?? []
  return (unit !== undefined && (unit.length <= 4 || list.has(unit))) || isSequence(text)
}

const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const neighbors = new Set(
  rows.flatMap((row) =>
    row
      .slice(1)
      .split('')
      .flatMap((key, at) => [row[at]! + key, key + row[at]!]),
  ),
)

/** Whether the text is only runs of 3 or more neighbors in the alphabet, the digits, or a keyboard row. */
function isSequence(text: string): boolean {
  let run = 1
  for (let at = 1; at < text.length; at++) {
    const isNext = text[at] === text[at - 1] || neighbors.has(text.slice(at - 1, at + 1))
    if (!isNext && run < 3) return false
    run = isNext ? run + 1 : 1
  }
  return run >= 3
}
