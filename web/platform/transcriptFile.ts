import { closedTranscripts, transcriptExtensions } from '#contract/videos/transcript-files.ts'

/** Includes closed formats, which the server rejects with advice on what to ask for instead. */
export const transcriptAccept = [...transcriptExtensions, ...Object.keys(closedTranscripts)].join(',')

export const readTranscriptFile = (file: File): Promise<{ name: string; base64: string }> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve({ name: file.name, base64: url.slice(url.indexOf(',') + 1) })
    }
    reader.onerror = () => reject(new Error('The transcript file couldn’t be read. Choose it again.'))
    reader.readAsDataURL(file)
  })
