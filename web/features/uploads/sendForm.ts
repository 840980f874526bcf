import { uploadField, uploadPaths, UploadResult } from '#contract/uploads.ts'
import type { Sending, SendOptions, Sent } from './sending.ts'

/** Sends one small file as form data. XMLHttpRequest, because fetch tells nothing about bytes on their way up. */
export function sendForm(file: File, { caseId, onProgress }: SendOptions): Sending {
  const request = new XMLHttpRequest()
  const done = new Promise<Sent>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => onProgress(Math.min(event.loaded, file.size)))
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new Error(request.responseText || request.statusText))
      const result = readResult(request.responseText)
      if (!result) return reject(new Error('This page does not understand the answer of the server. Try again.'))
      const { videos, refused } = result
      const [video] = videos
      if (!video) return reject(new Error(refused[0]?.reason ?? 'The file was refused.'))
      resolve({ videoId: video.id, sameBytesAs: video.sameBytesAs.map((each) => each.filename) })
    })
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('The upload was stopped.')))
  })
  const form = new FormData()
  if (caseId) form.append('caseId', caseId)
  form.append(uploadField, file, file.name)
  request.open('POST', uploadPaths.multipart)
  request.send(form)
  return { done, pause: () => request.abort(), canResume: false }
}

/** Null for what is not the server's, such as the page on which a network asks for its own sign-in. */
function readResult(text: string): UploadResult | null {
  try {
    return UploadResult.parse(JSON.parse(text))
  } catch {
    return null
  }
}
