import { Transient, Unprocessable } from '../stage.ts'
import type { Ended } from './process.ts'

/** What ffmpeg says, and what it means to somebody who uploaded a recording. Order matters: the first match wins. */
const meanings: readonly { says: RegExp; means: string }[] = [
  {
    says: /moov atom not found/,
    means:
      'The file is cut off: its index, which cameras write last, is missing. Copy or upload it again from the original.',
  },
  {
    says: /Format not on whitelist|not on whitelist|Invalid data found when processing input|EBML header parsing failed/,
    means: 'This is not a video or audio file that can be read (MP4, MOV, WebM, MKV, AVI), or it is damaged.',
  },
  { says: /max_streams|exceeded stream limit/i, means: 'The file holds more tracks than a recording has.' },
  {
    says: /Picture size .* is invalid|max_pixels|Invalid pixel/i,
    means: 'The picture is larger than 8192 x 4320 pixels, which no recording is.',
  },
  {
    says: /Cannot allocate memory|Resource temporarily unavailable|failed to map segment/i,
    means: 'The file needs more memory than is allowed.',
  },
  {
    says: /Could not find codec parameters|unknown codec|Decoder .* not found|no decoder found/i,
    means: 'Its kind of video or audio is not known.',
  },
]

/** The error for a tool that failed: permanent where the file is at fault, to be retried where the machine may be. */
export function explainFailure(tool: 'ffmpeg' | 'ffprobe', ended: Ended, doing: string): Unprocessable | Transient {
  const detail = `${tool}: exit ${ended.code ?? ended.exitSignal ?? '?'}, killed for ${ended.killedFor ?? 'nothing'}\n${ended.stderr}`
  const transient = (sentence: string) => new Transient(sentence, { cause: detail })
  const permanent = (sentence: string) => new Unprocessable(sentence, { cause: detail })
  if (ended.killedFor === 'silence') return transient(`${doing}: no progress was made for a minute, so it was stopped.`)
  if (ended.killedFor === 'time') return transient(`${doing}: it took longer than allowed, so it was stopped.`)
  if (ended.killedFor === 'output') return permanent(`${doing}: the file describes itself at an absurd length.`)
  if (ended.code === 127 && /not found/.test(ended.stderr))
    return transient(`The program ${tool} is missing on the server. Type: apt-get install ffmpeg`)
  if (/No space left on device/.test(ended.stderr)) return transient(`${doing}: the disk is full.`)
  if (ended.exitSignal === 'SIGXFSZ') return permanent(`${doing}: the result grew beyond the size that is allowed.`)
  // SIGKILL that we did not send comes from the system's out-of-memory killer. Any other signal is a crash on this file.
  if (ended.exitSignal === 'SIGKILL') return transient(`${doing}: the server ran out of memory.`)
  if (ended.code === null) return permanent(`${doing}: the file is damaged in a way that stops the media program.`)
  const meaning = meanings.find(({ says }) => says.test(ended.stderr))
  return permanent(`${doing}. ${meaning?.means ?? 'The file is damaged, or of a kind that is not known.'}`)
}
