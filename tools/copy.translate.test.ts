// cspell:disable
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { accent } from './copy.accent.fixture.ts'
import { listCopy, readMessages, readQuoted, toId } from './copy.ts'
import { translate } from './copy.translate.ts'
import { root } from './steps.ts'

let listed: ReturnType<typeof listCopy> | undefined
const readCatalog = () => (listed ??= listCopy(root, readQuoted(root)))

const listErrors = (file: string, source: string) => (file.endsWith('.html') ? [] : parseSync(file, source).errors)

function put(source: string, texts: Record<string, string>, file = 'web/a.tsx'): string {
  const catalog = Object.fromEntries(Object.entries(texts).map(([english, text]) => [toId(english), text]))
  const translated = translate(file, source, catalog)
  expect(listErrors(file, translated)).toEqual([])
  return translated
}

/** Counts the letters of all names and texts. Their order changes if a sum becomes one template. */
function countLetters(file: string, source: string): Record<string, number> {
  const words: string[] = []
  if (file.endsWith('.html')) words.push(source)
  else
    new Visitor({
      Identifier: ({ name }) => words.push(name),
      JSXIdentifier: ({ name }) => words.push(name),
      JSXText: ({ value }) => words.push(value),
      Literal: ({ value }) => words.push(String(value)),
      TemplateElement: ({ value }) => words.push(value.cooked ?? ''),
    }).visit(parseSync(file, source).program)
  const counts: Record<string, number> = {}
  for (const letter of words.join('').replaceAll(/[^\p{L}\d]/gu, '')) counts[letter] = (counts[letter] ?? 0) + 1
  return counts
}

test('puts English and accented English into every file, and reads it back', { timeout: 120_000 }, () => {
  const messages = readCatalog().filter(({ file }) => /\.\w+$/.test(file) && !file.endsWith('.yaml'))
  const english = Object.fromEntries(messages.map(({ id, text }) => [id, text]))
  const accented = Object.fromEntries(messages.map(({ id, text }) => [id, accent(text)]))
  const files = [...new Set(messages.map(({ file }) => file))]
  expect(files.length).toBeGreaterThan(500)
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    const texts = readMessages(file, source).map(({ text }) => text)
    const same = translate(file, source, english)
    expect({ file, ...countLetters(file, same) }).toEqual({ file, ...countLetters(file, source) })
    const other = translate(file, source, accented)
    expect([file, ...readMessages(file, other).map(({ text }) => text)]).toEqual([file, ...texts.map(accent)])
    expect([file, ...listErrors(file, other)]).toEqual([file])
  }
})

test('replaces a string, a template, a sum, an attribute, and an error', () => {
  const source = `
    const x = <Field label="Seat" hint={isFull ? 'No seat is free.' : \`\${left} seats are free.\`} />
    throw conflict('taken', 'The recording "' + name + '" has changed. ' + 'Exports are blocked.')`
  expect(
    put(source, {
      Seat: 'Asiento',
      'No seat is free.': 'No hay asientos.',
      '{left} seats are free.': 'Quedan {left}.',
      'The recording "{name}" has changed. Exports are blocked.': 'Exportación bloqueada: cambió “{name}”.',
    }),
  ).toBe(`
    const x = <Field label={\`Asiento\`} hint={isFull ? \`No hay asientos.\` : \`Quedan \${left}.\`} />
    throw conflict('taken', \`Exportación bloqueada: cambió “\${name}”.\`)`)
})

test('moves and repeats placeholders and tags', () => {
  const source = `const x = <p><Icon /> Read <a href="/help">the <b>help</b> page</a>, {matter.lead.name}.<Seal id={id} /></p>`
  expect(
    put(source, { 'Read <a>the <b>help</b> page</a>, {name}.': '{name}, lee, {name}: <a>página de <b>ayuda</b></a>.' }),
  ).toBe(
    `const x = <p><Icon /> {matter.lead.name}, lee, {matter.lead.name}: <a href="/help">página de <b>ayuda</b></a>.<Seal id={id} /></p>`,
  )
})

test('tells tags and choices of one kind apart by number', () => {
  const source = `const x = <p>See <a href="/terms">Terms</a> and <a href="/privacy">Privacy</a>, {isOld ? 'old' : 'new'}, {isUs && 'ours'}.</p>`
  expect(
    put(source, {
      'See <a>Terms</a> and <a>Privacy</a>, {old | new}, {ours | }.':
        '<a:2>Privacidad</a:2>, <a:1>Condiciones</a:1>, {2: nuestro | ajeno}, {1: viejo | nuevo}.',
    }),
  ).toBe(
    `const x = <p><a href="/privacy">Privacidad</a>, <a href="/terms">Condiciones</a>, {isUs ? \`nuestro\` : <>ajeno</>}, {isOld ? \`viejo\` : \`nuevo\`}.</p>`,
  )
})

test('replaces both branches of a choice, also one in another', () => {
  const source = `const x = \`Found \${count === 0 ? 'none' : count === 1 ? 'one page' : \`\${count} pages\`}.\``
  expect(put(source, { 'Found {none | {one page | {count} pages}}.': '{Nada | {Una hoja | {count} hojas}}.' })).toBe(
    `const x = \`\${count === 0 ? \`Nada\` : \`\${count === 1 ? \`Una hoja\` : \`\${count} hojas\`}\`}.\``,
  )
})

test('replaces texts within a placeholder and around it', () => {
  const source = `const x = <p title="A title">Signed by {signer ?? <b>No one</b>}{names.map((n) => <i key={n}>Dear {n}</i>)}.</p>`
  expect(put(source, { 'Signed by {signer}{names}.': '{names}: {signer}', 'No one': 'Nadie', 'Dear {n}': '{n}' })).toBe(
    `const x = <p title="A title">{names.map((n) => <i key={n}>{n}</i>)}: {signer ?? <b>Nadie</b>}</p>`,
  )
})

test('keeps English if a text has no translation', () => {
  const source = `const x = <p title='A "quoted" title'>Signed by {signer}.</p>`
  expect(put(source, { 'Another text': 'Otro' })).toBe(source)
})

test('doesn’t translate tests, word lists, or shell scripts', () => {
  const source = `const label = 'Seat'`
  for (const file of ['web/a.test.ts', 'engine/features.ts', 'venire', 'deploy/alerts.yaml'])
    expect(translate(file, source, { [toId('Seat')]: 'Asiento' })).toBe(source)
})

describe('a translation can’t break out of its text', () => {
  const hostile = '`${evil()}` "\'</script><b> {{ & \\ \n } */ $'

  test('in a string or a template', () => {
    const values: string[] = []
    const run = (source: string, english: string, text: string) =>
      values.push(String(runInNewContext(put(source, { [english]: text }, 'web/a.js'), { n: 'N' })))
    run(`'A plain text'`, 'A plain text', hostile)
    run('`Seat ${n} is free`', 'Seat {n} is free', `\${n}\`$ {n}</script>\\`)
    expect(values).toEqual([hostile, '$N`$ N</script>\\'])
    expect(put(`const label = 'A plain text'`, { 'A plain text': hostile })).not.toContain('</script')
  })

  test('in an attribute or an element', () => {
    const source = `const x = <p title="A title">Signed by someone</p>`
    expect(put(source, { 'A title': '"/><b>', 'Signed by someone': '{evil()} < & > " </p' })).toBe(
      `const x = <p title={\`"/><b>\`}>{"{"}evil(){"}"} {"<"} {"&"} {">"} " {"<"}/p</p>`,
    )
  })

  test('in HTML', () => {
    const source = `<!doctype html><p title="A title">Read <b class="x">the page</b> &amp; more</p>`
    expect(
      put(
        source,
        { 'A title': '"><i>&quot;', 'Read <b>the page</b> &amp; more': '<b>Página</b> &amp; & < más' },
        'web/a.html',
      ),
    ).toBe(`<!doctype html><p title="&quot;>&lt;i>&quot;"><b class="x">Página</b> &amp; &amp; &lt; más</p>`)
    expect(put('const x = `<p>Hello, ${escape(name)}</p>`', { 'Hello, {name}': '{name}: `$` <' })).toBe(
      'const x = `<p>${escape(name)}: \\`\\$\\` &lt;</p>`',
    )
  })
})

test('translates HTML in templates, and the program of a page', () => {
  const source = `
    const a = \`<dl>\${isEmpty ? '' : \`<dt>Downloads left</dt>\`}</dl><p>\${count === 1 ? 'one file' : 'many files'} shared</p>\`
    const script = \`"use strict";button.onclick=()=>{fault.textContent="Wrong \\\`password\\\`"}\``
  expect(
    put(source, {
      'Downloads left': 'Quedan',
      '{one file | many files} shared': 'Compartido: {un archivo | varios}',
      'Wrong `password`': 'Clave `mala`',
    }),
  ).toBe(`
    const a = \`<dl>\${isEmpty ? '' : \`<dt>Quedan</dt>\`}</dl><p>Compartido: \${count === 1 ? \`un archivo\` : \`varios\`}</p>\`
    const script = \`"use strict";button.onclick=()=>{fault.textContent=\\\`Clave \\\\\\\`mala\\\\\\\`\\\`}\``)
})

test.each([
  ['Adiós', 'lacks {name}'],
  ['{nombre}', 'lacks {name}'],
  ['{name} {nombre}', 'has {nombre}, which isn’t in the English text'],
  ['{name}', 'lacks <b>sir</b>'],
  ['{name} <b>sir</b> <i>don</i>', 'has <i>, which isn’t in the English text'],
  ['{name} <b>sir</b>', 'lacks {yes | {place}}'],
  ['{name} <b>sir</b> {yes | no}', 'lacks {place}'],
  ['{name} {place} <b>sir</b> {yes | {place}}', 'has {place}, which isn’t in the English text'],
  ['{name} <b>sir {yes | {place}}', 'has an unclosed brace or tag'],
])('refuses %s, because it %s', (text, problem) => {
  const english = 'Hello, <b>sir</b> {name}, {yes | {place}}'
  const source = `const x = <p>Hello, <b>sir</b> {name}, {isHere ? 'yes' : \`\${place}\`}</p>`
  expect(() => put(source, { [english]: text })).toThrow(
    `The translation of ${toId(english)} (“${english}”) ${problem}.`,
  )
})
