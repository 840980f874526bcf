import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCopy, readMessages, readQuoted } from './copy.ts'

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

test('ignores codes, paths, queries, and class lists', () => {
  const source = `
    import x from './some where.ts'
    const cardClass = 'flex items-center gap-2'
    const y = cx('rounded-card border', on && 'bg-surface')
    const z = { kind: 'cause', path: '/api/strikes', code: 'not_found' }
    const w = db.execute('select id from strikes where id = 1')`
  expect(texts('a.ts', source)).toEqual([])
})

test('every text the specification quotes is in the product, letter for letter', () => {
  const found = new Set(readCatalog().map(({ text }) => text))
  expect([...quoted].filter((text) => !found.has(text))).toEqual([])
  expect(quoted.size).toBeGreaterThan(50)
})
