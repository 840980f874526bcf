/**
 * Writes THIRD-PARTY-LICENSES.txt for all npm packages that ship. `--check` only verifies the file. If a package has no
 * license file, the text comes from its readme or `licenses.data.json`. Platform-specific builds are covered by their
 * parent package.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

const file = join(root, 'THIRD-PARTY-LICENSES.txt')

type Locked = { version?: string; dev?: boolean; optional?: boolean; os?: string[]; cpu?: string[] }
type Known = { license: string; copyright: string; source: string }

const standard: Readonly<Record<string, (copyright: string) => string>> = {
  MIT: (copyright) => `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`,
  ISC: (copyright) => `ISC License

${copyright}

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY
SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER
RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN
CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
  'BSD-3-Clause': (copyright) => `BSD 3-Clause License

${copyright}
All rights reserved.

Redistribution and use in source and binary forms, with or without modification,
are permitted provided that the following conditions are met:

    1. Redistributions of source code must retain the above copyright notice,
       this list of conditions and the following disclaimer.

    2. Redistributions in binary form must reproduce the above copyright
       notice, this list of conditions and the following disclaimer in the
       documentation and/or other materials provided with the distribution.

    3. Neither the name of the copyright holder nor the names of its contributors may be used
       to endorse or promote products derived from this software without
       specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR
ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`,
  'Apache-2.0': (copyright) => `${copyright}\n\nApache License 2.0: its text is the file LICENSE beside this one.`,
}

const tidy = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()

function readTexts(folder: string): string[] {
  const names = readdirSync(folder)
  const files = names.filter((name) => /^(?:un)?(?:licen[sc]e|copying|notice)(?:[.-]|$)/i.test(name)).sort()
  if (files.some((name) => !/^notice/i.test(name)))
    return files.map((name) => tidy(readFileSync(join(folder, name), 'utf8')))
  const readme = names.find((name) => /^readme/i.test(name))
  const text = readme ? readFileSync(join(folder, readme), 'utf8') : ''
  const section = /^#+ licen[sc]e\s*\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(text)?.[1] ?? ''
  return /copyright/i.test(section) ? [tidy(section.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))] : []
}

export function collectLicenses(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const known = JSON.parse(readFileSync(join(import.meta.dirname, 'licenses.data.json'), 'utf8')) as Record<
    string,
    Known
  >
  const packagesByText = new Map<string, Set<string>>()
  const add = (text: string, name: string) =>
    packagesByText.set(text, (packagesByText.get(text) ?? new Set()).add(name))
  const uncovered: string[] = []
  for (const [path, { version, dev, optional, os, cpu }] of Object.entries(packages)) {
    const isForOneSystem = optional === true && (os !== undefined || cpu !== undefined)
    // With some npm versions, these packages are also installed as development dependencies. They never ship.
    const isForSomeDevelopers = optional === true && dev === true
    if (path === '' || isForOneSystem || isForSomeDevelopers || !existsSync(join(root, path))) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const texts = readTexts(join(root, path))
    if (texts.length === 0 && !Object.hasOwn(known, name)) uncovered.push(name)
    for (const text of texts) add(text, `${name} ${version}`)
  }
  for (const [name, { license, copyright, source }] of Object.entries(known))
    add(standard[license]!(copyright), `${name} (${license}; from ${source})`)
  if (uncovered.length > 0)
    throw new Error(`No license text for ${uncovered.join(', ')}: add it to tools/licenses.data.json.`)
  const parts = [...packagesByText]
    .map(([text, names]) => ({ text, names: [...names].sort() }))
    .sort((a, b) => (a.names[0]! < b.names[0]! ? -1 : 1))
    .map(({ text, names }) => `${names.join('\n')}\n\n${text.replaceAll(/^/gm, '    ').replaceAll(/^ +$/gm, '')}\n`)
  return `Licenses of the software that ships with Venire (made by tools/licenses.ts)\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

if (import.meta.main) {
  const text = collectLicenses()
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error('THIRD-PARTY-LICENSES.txt is out of date. Run: node_modules/.bin/node tools/licenses.ts')
    process.exitCode = 1
  }
  console.log(`licenses: ${text.length} characters`)
}
