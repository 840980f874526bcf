import { uploadField, uploadPaths, UploadResult } from '#contract/videos/uploads.ts'
import { keepKey } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import type { Sent } from './sending.ts'

/** One file of a form: received, or refused with a sentence. */
export type Outcome = Sent | { refused: string }
type SendFormOptions = { caseId: string | null; onProgress: (index: number, sentBytes: number) => void }

/** Sends small files as one form. XMLHttpRequest, because fetch tells nothing about bytes on their way up. */
export function sendForm(files: readonly File[], { caseId, onProgress }: SendFormOptions) {
  const request = new XMLHttpRequest()
  const { key, forget } = keepKey(
    JSON.stringify([uploadPaths.multipart, caseId, files.map((each) => [each.name, each.size, each.lastModified])]),
  )
  const done = new Promise<Outcome[]>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => {
      let before = 0
      for (const [index, { size }] of files.entries()) {
        onProgress(index, Math.max(0, Math.min(loaded - before, size)))
        before += size
      }
    })
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new ApiError(request.status, request.responseText || request.statusText))
      forget()
      const result = readResult(request.responseText)
      if (!result) return reject(new Error('This page does not understand the answer of the server. Try again.'))
      resolve(files.map((_file, index) => toOutcome(result, index)))
    })
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('The upload was stopped.')))
  })
  const form = new FormData()
  if (caseId) form.append('caseId', caseId)
  for (const file of files) form.append(uploadField, file, file.name)
  request.open('POST', uploadPaths.multipart)
  request.setRequestHeader('idempotency-key', key)
  request.send(form)
  return { done, pause: () => request.abort() }
}

function toOutcome({ videos, refused }: UploadResult, index: number): Outcome {
  const video = videos.find((each) => each.index === index)
  if (video) return { videoId: video.id, sameBytesAs: video.sameBytesAs.map((each) => each.filename) }
  return { refused: refused.find((each) => each.index === index)?.reason ?? 'The file was refused.' }
}

/** Null for what is not the server's, such as the page on which a network asks for its own sign-in. */
function readResult(text: string): UploadResult | null {
  try {
    return UploadResult.parse(JSON.parse(text))
  } catch {
    return null
  }
}
