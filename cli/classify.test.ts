import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { classifyLine } from './classify.ts'

test("returns a label with the line's ID", () => {
  const line = JSON.stringify({
    id: 'a1',
    speaker_role: 'juror',
    context: 'Can you be fair?',
    context_role: 'judge',
    text: 'I could not be fair.',
  })
  expect(classifyLine(line)).toMatchObject({
    id: 'a1',
    label: 'bias',
    sub: 'explicit_inability',
    severity: 'critical',
    stance: 'expressed',
  })
})

test('treats an unknown role as other', () => {
  expect(classifyLine('{"id":1,"speaker_role":"bailiff","text":"I cannot be fair."}')).toMatchObject({
    id: 1,
    label: 'none',
    sub: null,
  })
})

test('names the invalid field of a bad line', () => {
  expect(classifyLine('{"id":7,"speaker_role":"juror"}')).toEqual({
    id: 7,
    error: 'The field "text" must be text.',
  })
  expect(classifyLine('nonsense')).toMatchObject({
    id: null,
    error: expect.stringContaining('not a JSON object') as string,
  })
  expect(classifyLine('[1]')).toMatchObject({ id: null })
  expect(classifyLine('null')).toMatchObject({ id: null })
})

test('streams lines, reports bad ones, and exits with 1', () => {
  const program = `import { classify } from ${JSON.stringify(new URL('classify.ts', import.meta.url).href)}; process.exitCode = await classify([])`
  const input =
    '{"id":1,"speaker_role":"juror","text":"I can\'t be fair."}\n\n{oops\n{"id":2,"speaker_role":"judge","text":"Thank you."}\n'
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    input,
    encoding: 'utf8',
  })
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number | null }).id),
  ).toEqual([1, null, 2])
  expect(stderr).toBe('Line 3: The line is not a JSON object. Put one object on each line.\n')
  expect(status).toBe(1)
})
