import type { Person, TestApp } from './app.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')

/** Begins a resumable upload of "day 1.mp4" to a case. */
export async function beginUpload({ app }: TestApp, { cookie }: Person, caseId: string, length: number) {
  const tus = { cookie, 'tus-resumable': '1.0.0' }
  const names = `filename ${encode('day 1.mp4')},caseId ${encode(caseId)}`
  const headers = { ...tus, 'upload-length': String(length), 'upload-metadata': names }
  const begun = await app.inject({ method: 'POST', url: '/api/uploads', headers })
  const location = String(begun.headers.location)
  const send = (payload: Buffer, offset = 0) => {
    const type = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    return app.inject({ method: 'PATCH', url: location, headers: { ...tus, ...type }, payload })
  }
  return { videoId: String(begun.headers['x-video-id']), location, send }
}
