import { expect, test, vi } from 'vitest'

/** Fake XMLHttpRequest for small uploads. Tests call `answer` to respond. */
class Request extends EventTarget {
  static sent: Request[] = []
  upload = new EventTarget()
  status = 200
  responseText = ''
  form: FormData | null = null
  open() {}
  headers: Record<string, string> = {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.form = form
    Request.sent.push(this)
  }
  answer(ids: readonly string[], refused: readonly { index: number; filename: string; reason: string }[] = []) {
    const taken = new Set(refused.map(({ index }) => index))
    const places = ids.map((_id, place) => place + [...taken].filter((index) => index <= place).length)
    this.responseText = JSON.stringify({
      videos: ids.map((id, at) => ({ index: places[at], id, filename: 'x.mp4', size: 1, sha256: '', sameBytesAs: [] })),
      refused,
    })
    this.dispatchEvent(new Event('load'))
  }
}

const idOf = (number: number) => `0192f7a0-0000-7000-8000-00000000000${number}`

test('an earlier upload keeps its case, whatever another screen starts', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('XMLHttpRequest', Request)
  const { selectFiles, startUploads } = await import('./queue.ts')
  const film = (name: string) => new File(['x'], name, { type: 'video/mp4', lastModified: 1 })
  const arrived: string[] = []

  selectFiles([film('a.mp4'), film('b.mp4'), film('c.mp4')])
  startUploads({ userId: 'me', caseId: 'first' }, (videoId) => arrived.push(`first ${videoId}`))
  selectFiles([film('d.mp4')])
  startUploads({ userId: 'me', caseId: 'second' }, (videoId) => arrived.push(`second ${videoId}`))
  await vi.waitFor(() => expect(Request.sent).toHaveLength(2))
  Request.sent[0]!.answer([idOf(1), idOf(2), idOf(3)])
  Request.sent[1]!.answer([idOf(4)])
  await vi.waitFor(() => expect(arrived).toHaveLength(4))

  expect(Request.sent.map(({ form }) => form?.get('caseId'))).toEqual(['first', 'second'])
  expect(Request.sent.map(({ form }) => form?.getAll('videos').length)).toEqual([3, 1])
  expect(arrived.map((each) => each.split(' ')[0])).toEqual(['first', 'first', 'first', 'second'])
  vi.unstubAllGlobals()
})

test('small files share forms of up to 64 MB, and each gets its own result', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.sent = []
  const { selectFiles, startUploads, removeUpload } = await import('./queue.ts')
  const megabytes = (name: string, size: number) => {
    const file = new File(['x'], name, { type: 'video/mp4', lastModified: 2 })
    Object.defineProperty(file, 'size', { value: size * 1024 * 1024 })
    return file
  }
  const arrived: string[] = []
  const removed: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    removed.push(url)
    return Response.json({ ok: true })
  })
  selectFiles([megabytes('a.mp4', 30), megabytes('b.mp4', 30), megabytes('c.mp4', 5), megabytes('d.mp4', 4)])
  startUploads({ userId: 'me', caseId: null }, (videoId, key) => arrived.push(`${key.split('|')[0]} ${videoId}`))
  const names = () => Request.sent.map(({ form }) => form!.getAll('videos').map((file) => (file as File).name))
  await vi.waitFor(() => expect(Request.sent).toHaveLength(2))
  expect(names()).toEqual([['a.mp4', 'b.mp4', 'd.mp4'], ['c.mp4']])

  removeUpload(`b.mp4|${30 * 1024 * 1024}|2`)
  Request.sent[0]!.answer([idOf(2), idOf(3)], [{ index: 0, filename: 'a.mp4', reason: 'Not a video.' }])
  Request.sent[1]!.answer([idOf(4)])
  await vi.waitFor(() => expect(arrived).toEqual([`d.mp4 ${idOf(3)}`, `c.mp4 ${idOf(4)}`]))
  expect(removed).toEqual([`/api/videos/${idOf(2)}`])
  vi.unstubAllGlobals()
})

test('a resent form keeps its key, and a new upload gets a new one', async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.sent = []
  const { sendForm } = await import('./sending.ts')
  const send = (name: string) =>
    sendForm([new File(['x'], name, { lastModified: 1 })], { caseId: null, onProgress: () => {} }).done.catch(() => {})
  const first = send('a.mp4')
  Request.sent[0]!.dispatchEvent(new Event('error'))
  await first
  const failed = send('a.mp4')
  Object.assign(Request.sent[1]!, { status: 503, responseText: 'Try again in a moment.' })
  Request.sent[1]!.dispatchEvent(new Event('load'))
  await failed
  void send('a.mp4')
  void send('b.mp4')
  Request.sent[2]!.answer([idOf(1)])
  void send('a.mp4')
  const [lost, unsaved, again, other, later] = Request.sent.map(({ headers }) => headers['idempotency-key'])
  expect(lost).toMatch(/^[0-9a-f-]{36}$/)
  expect([unsaved, again]).toEqual([lost, lost])
  expect([other === lost, later === lost]).toEqual([false, false])
  vi.unstubAllGlobals()
})

test('a foreign response ends the upload with a sentence', async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.sent = []
  const { sendForm } = await import('./sending.ts')
  const { done } = sendForm([new File(['x'], 'a.mp4')], { caseId: null, onProgress: () => {} })
  Request.sent[0]!.responseText = '<html>Sign in to the guest network</html>'
  Request.sent[0]!.dispatchEvent(new Event('load'))
  await expect(done).rejects.toThrow('Unexpected response from the server')
  vi.unstubAllGlobals()
})
