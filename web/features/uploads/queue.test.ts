import { expect, test, vi } from 'vitest'

/** The browser's request as far as a small upload uses it; `answer` is given by the test. */
class Request extends EventTarget {
  static sent: Request[] = []
  upload = new EventTarget()
  status = 200
  responseText = ''
  form: FormData | null = null
  open() {}
  send(form: FormData) {
    this.form = form
    Request.sent.push(this)
  }
  answer(id: string) {
    this.responseText = JSON.stringify({
      videos: [{ id, filename: 'x.mp4', size: 1, sha256: '', sameBytesAs: [] }],
      refused: [],
    })
    this.dispatchEvent(new Event('load'))
  }
}

test('what was started before goes where it was sent, whatever is started from another screen meanwhile', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('XMLHttpRequest', Request)
  const { selectFiles, startUploads } = await import('./queue.ts')
  const film = (name: string) => new File(['x'], name, { type: 'video/mp4', lastModified: 1 })
  const arrived: string[] = []

  selectFiles([film('a.mp4'), film('b.mp4'), film('c.mp4')])
  startUploads({ userId: 'me', caseId: 'first' }, (videoId) => arrived.push(`first ${videoId}`))
  selectFiles([film('d.mp4')])
  startUploads({ userId: 'me', caseId: 'second' }, (videoId) => arrived.push(`second ${videoId}`))
  const videos = ['0192f7a0-0000-7000-8000-000000000001', '0192f7a0-0000-7000-8000-000000000002']
  videos.push('0192f7a0-0000-7000-8000-000000000003', '0192f7a0-0000-7000-8000-000000000004')
  for (const [index, video] of videos.entries()) {
    await vi.waitFor(() => expect(Request.sent.length).toBeGreaterThan(index))
    Request.sent[index]!.answer(video)
  }
  await vi.waitFor(() => expect(arrived).toHaveLength(4))

  expect(Request.sent.map(({ form }) => form?.get('caseId'))).toEqual(['first', 'first', 'first', 'second'])
  expect(arrived.map((each) => each.split(' ')[0])).toEqual(['first', 'first', 'first', 'second'])
  vi.unstubAllGlobals()
})

test('an answer that is none of the server’s ends the upload with a sentence', async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  Request.sent = []
  const { sendForm } = await import('./sendForm.ts')
  const to = { userId: 'me', caseId: null, onProgress: () => {}, onAccepted: () => {} }
  const { done } = sendForm(new File(['x'], 'a.mp4'), to)
  Request.sent[0]!.responseText = '<html>Sign in to the guest network</html>'
  Request.sent[0]!.dispatchEvent(new Event('load'))
  await expect(done).rejects.toThrow('This page does not understand the answer')
  vi.unstubAllGlobals()
})
