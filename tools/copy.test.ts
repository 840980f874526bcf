import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCopy, readComments, readMessages, readQuoted } from './copy.ts'

const root = join(import.meta.dirname, '..')
const quoted = readQuoted(root)
let listed: ReturnType<typeof listCopy> | undefined
const readCatalog = () => (listed ??= listCopy(root, quoted))

const texts = (file: string, source: string) => readMessages(file, source).map(({ text }) => text)

test('reads a sentence with a link, a value, and an icon as one message', () => {
  const source = `const x = <p className="flex gap-2"><Icon /> Read <a href="/help">the help page</a>, {name}.</p>`
  expect(texts('a.tsx', source)).toEqual(['Read <a>the help page</a>, {name}.'])
})

test('reads attributes, errors, and both branches of a condition as messages', () => {
  const source = `
    const x = <Field label="Seat" className="grid w-full" id="seat" hint={isFull ? 'No seat is free.' : \`\${left} seats are free.\`} />
    throw conflict('seat_taken', 'That seat is taken.')`
  expect(texts('a.tsx', source)).toEqual(['Seat', 'No seat is free.', '{left} seats are free.', 'That seat is taken.'])
})

test('reads a sum as one message, and the texts in a callback', () => {
  const source = `
    throw conflict('The recording "' + name + '" has changed. ' + 'Exports are blocked.')
    register('upload', () => refuse('This upload is already complete.'))
    const usage = '--keep must be a whole number.'
    const x = <Row name="Original name" value={file} />`
  expect(texts('a.tsx', source)).toEqual([
    'The recording "{name}" has changed. Exports are blocked.',
    'This upload is already complete.',
    '--keep must be a whole number.',
    'Original name',
  ])
})

test('names each placeholder after its expression, once per expression in a message', () => {
  const source = `
    const a = \`\${juror.name} was excused by \${judge.name}, not by \${juror.name}.\`
    const b = \`Seat \${seatIndex + 1} of \${seats.length}, since \${formatDateTime(openedAt)}.\`
    const c = \`Choose \${names.slice(0, 2).join(', ')} or \${Math.round(toSeconds(ms))} seconds.\`
    const d = \`Remove \${lists[kind]!.at(-1)?.title ?? 'it'}\${isLast && ' and close'} from \${(await find(id)).title}?\`
    const e = <p>Signed by {signer ?? <b>no one</b>}, {count === 1 ? 'one page' : \`\${count} pages\`}.</p>`
  expect(texts('a.tsx', source)).toEqual([
    '{name} was excused by {judgeName}, not by {name}.',
    'Seat {seatIndex} of {seatCount}, since {openedAt}.',
    'Choose {names} or {seconds} seconds.',
    'Remove {title}{ and close | } from {idTitle}?',
    ' and close',
    'Signed by {signer}, {one page | {count} pages}.',
    'no one',
    'one page',
    '{count} pages',
  ])
})

test('joins lines as a browser shows them', () => {
  const source = `const x = <p>
      In session{' '}
      <Link to="/a">{name}</Link>
      . Remove it
      first.
    </p>`
  expect(texts('a.tsx', source)).toEqual(['In session <Link>{name}</Link>. Remove it first.'])
})

test('reads a sentence around nested choices, and the choices in a sum', () => {
  const source = `
    const a = \`\${count === 1 ? '1 juror' : \`\${count} jurors\`} could still be seated.\`
    const b = \`Sent \${isDaily ? 'once a day' : 'at once'}, \` + 'only to you.'`
  expect(texts('a.ts', source)).toEqual([
    '{1 juror | {count} jurors} could still be seated.',
    '{count} jurors',
    'Sent {once a day | at once}, only to you.',
    'once a day',
    'at once',
  ])
})

test('reads labels of one word, a number after a word, and the message of a pattern, but no codes', () => {
  const source = `
    const strengthWords = { weak: 'too weak', strong: 'strong' }
    const who = 'Juror 12'
    const time = z.string().regex(/^\\d+$/, 'Enter a time such as 09:30.')
    const sort = { title: 'title', keys: 'Enter' }
    const route = lazyScreen(() => import('./Cases.tsx'), 'Cases')
    const x = <Field label={needs('comment') ? 'Comment' : 'Reason'} />`
  expect(texts('a.tsx', source)).toEqual([
    'too weak',
    'strong',
    'Juror 12',
    'Enter a time such as 09:30.',
    'Comment',
    'Reason',
  ])
})

test('leaves no placeholder in the catalog without a name', () => {
  expect(readCatalog().filter(({ text }) => /\{(?:…|\d*)\}/.test(text))).toEqual([])
})

test('lists texts of data files, of the setup, and of refusals made of parts', () => {
  const found = new Set(readCatalog().map(({ text }) => text))
  for (const text of [
    'Parties with a common interest count as one.',
    'This upload is already complete.',
    'npm is not installed. Install it (Debian: sudo apt-get install npm), then run this again.',
    'A stored recording in a case you don’t belong to has changed. Playback and exports are blocked until the case lead or an administrator decides.',
  ])
    expect([...found]).toContain(text)
})

test('reads texts from HTML without its style, program, and attributes', () => {
  const source = `
    const style = ':root{font:16px sans-serif}'
    const page = \`<!doctype html><title>\${title}</title><style>\${style}</style>\` +
      '<h1>No downloads left</h1><p class="soft">Ask <b>the sender</b> for a new link.</p>' +
      \`<label for="a">Code</label><p>Try again in \${minutes} minutes.</p><noscript>Turn on JavaScript.</noscript>\``
  expect(texts('a.ts', source)).toEqual([
    'No downloads left',
    'Ask <b>the sender</b> for a new link.',
    'Code',
    'Try again in {minutes} minutes.',
    'Turn on JavaScript.',
  ])
})

test('reads both branches of a condition in HTML, and the texts of a page’s own program', () => {
  const source = `
    const a = \`<dl>\${isEmpty ? '' : \`<dt>Downloads left</dt>\`}</dl><p>\${count === 1 ? 'one file' : 'many files'} shared</p>\`
    const script = \`"use strict";button.onclick=()=>{fault.textContent="Wrong password, or the file was altered."}\``
  expect(texts('a.ts', source)).toEqual([
    '{one file | many files} shared',
    'Downloads left',
    'one file',
    'many files',
    'Wrong password, or the file was altered.',
  ])
})

test('reads web pages, alert rules, and shell scripts', () => {
  const html = '<meta name="description" content="For trial teams."><!-- Note to us --><p>Turn on\n JavaScript.</p>'
  expect(texts('a.html', html)).toEqual(['For trial teams.', 'Turn on JavaScript.'])
  const rules = "  summary: '{{ $labels.instance }} can’t read its disk.'\n  for: 5m\n  action: Open /readyz."
  expect(texts('a.yaml', rules)).toEqual(['{instance} can’t read its disk.', 'Open /readyz.'])
  expect(texts('venire', "# Says why.\necho 'Venire needs Node.' >&2")).toEqual(['Venire needs Node.'])
})

test('lists the pages behind links, in exports, and before the app starts, and the alerts', () => {
  const found = new Map(readCatalog().map(({ text, file }) => [text, file]))
  for (const [text, file] of [
    ['No downloads left', 'sharing/share.page.ts'],
    ['Choose the zip or its unpacked folder.', 'packs/sealed/verify.page.ts'],
    ['Turn on JavaScript to open this document.', 'page/page.thread.ts'],
    ['Venire requires JavaScript. Turn it on and reload this page.', 'web/app.html'],
    ['This page works without JavaScript. The demo, the form, and the platform require it.', 'web/index.html'],
    ['More than 2% of requests fail.', 'deploy/alerts.yaml'],
    ['Venire needs Node 18 or newer with npm (Debian and Ubuntu: sudo apt-get install nodejs npm).', 'venire'],
  ] as const)
    expect(found.get(text)).toMatch(new RegExp(`${file}$`))
})

test('ignores style sheets, headers, queries, and keys', () => {
  const source = `
    const rules = 'body{margin:0} :root{color-scheme:light dark}'
    const lines = ['connection: close', 'content-type: text/plain; charset=utf-8', \`HTTP/1.1 \${status}\`]
    const header = "default-src 'none'; script-src 'self'"
    const lock = query.for('no key update')
    const filter = \`strike_id in (\${strikes})\`
    const words = 'one two three four'.split(' ')
    const entry = { id: \`command \${href}\` }`
  expect(texts('a.ts', source)).toEqual([])
})

test('ignores codes, paths, queries, and class lists', () => {
  const source = `
    import x from './some where.ts'
    const cardClass = 'flex items-center gap-2'
    const y = cx('rounded-card border', on && 'bg-surface')
    const z = { kind: 'cause', path: '/api/strikes', code: 'not_found' }
    const w = db.execute('select id from strikes where id = 1')`
  expect(texts('a.ts', source)).toEqual([])
})

test('strikes and the board never call the board a courtroom', () => {
  const texts = readCatalog().filter(({ file }) => /^web\/(screens|features)\/(strikes|courtroom)\//.test(file))
  expect(texts.some(({ text }) => text === 'Board')).toBe(true)
  expect(texts.filter(({ text }) => /courtroom/i.test(text))).toEqual([])
})

test('every text the specification quotes is in the product, letter for letter', () => {
  const found = new Set(readCatalog().map(({ text }) => text))
  expect([...quoted].filter((text) => !found.has(text))).toEqual([])
  expect(quoted.size).toBeGreaterThan(50)
})

test('reads comments, but not directives for tools', () => {
  const source = `#!/usr/bin/env node
    // oxlint-disable-next-line no-control-regex -- matches control characters
    const a = /\\x07/ // The bell.
    /* prettier-ignore */
    /**
     * Keeps the old key,
     * so that old signatures still verify.
     */
    const b = import(/* @vite-ignore */ a)`
  expect(readComments('a.mjs', source)).toEqual([
    { at: 'a.mjs:3', text: 'The bell.' },
    { at: 'a.mjs:5', text: 'Keeps the old key, so that old signatures still verify.' },
  ])
})
