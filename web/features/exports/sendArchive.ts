import { CaseImport } from '#contract/exports/archives.ts'
import { keepKey } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'

export type SendingArchive = { done: Promise<CaseImport>; stop: () => void }

/** Sends an archive as it is. XMLHttpRequest, because fetch tells nothing about bytes on their way up. */
export function sendArchive(
  file: File,
  { caseNumber, onProgress }: { caseNumber: string; onProgress: (fraction: number) => void },
): SendingArchive {
  const request = new XMLHttpRequest()
  const number = caseNumber.trim()
  const { key, forget } = keepKey(JSON.stringify(['case-imports', number, file.name, file.size, file.lastModified]))
  const done = new Promise<CaseImport>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded / Math.max(1, file.size)))
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new ApiError(request.status, request.responseText || request.statusText))
      forget()
      const made = readAnswer(request.responseText)
      if (made) resolve(made)
      else reject(new Error('This page does not understand the answer of the server. Try again.'))
    })
    request.addEventListener('error', () => reject(new Error('The connection was lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('The upload was stopped.')))
  })
  request.open('POST', `/api/case-imports${number === '' ? '' : `?caseNumber=${encodeURIComponent(number)}`}`)
  request.setRequestHeader('content-type', 'application/zip')
  request.setRequestHeader('idempotency-key', key)
  request.send(file)
  return { done, stop: () => request.abort() }
}

/** Null for what is not the server's, such as the page on which a network asks for its own sign-in. */
function readAnswer(text: string): CaseImport | null {
  try {
    return CaseImport.parse(JSON.parse(text))
  } catch {
    return null
  }
}
