import type { Probe } from '#contract/videos/analysis.ts'

export type ProxyPlan = {
  container: 'mp4' | 'webm'
  video: 'copy' | 'encode' | null
  audio: 'copy' | 'encode' | null
  reason: string
}

const mp4Audio = new Set(['aac', 'mp3'])
const webmVideo = new Set(['vp8', 'vp9', 'av1'])
const webmAudio = new Set(['opus', 'vorbis'])
const pixelFormats = new Set(['yuv420p', 'yuvj420p'])
const isPlain = (video: { pixelFormat?: string | null }): boolean => pixelFormats.has(video.pixelFormat ?? '')

type Media = Pick<Probe, 'container' | 'video' | 'audio'>
type Fit = { video: boolean; audio: boolean; container: boolean }

/**
 * Returns null if browsers can play the original. `exactClock` is true if the original starts at 0 and its header has
 * the duration.
 */
export function planProxy(media: Media, exactClock: boolean): ProxyPlan | null {
  const container = suitsWebm(media) ? 'webm' : 'mp4'
  const fit = container === 'webm' ? fitWebm(media) : fitMp4(media)
  if (fit.video && fit.audio && fit.container && exactClock) return null
  return {
    container,
    video: media.video && (fit.video ? 'copy' : 'encode'),
    audio: media.audio && (fit.audio ? 'copy' : 'encode'),
    reason: explain(media, fit),
  }
}

const suitsWebm = ({ video, audio }: Media): boolean =>
  (video === null || (webmVideo.has(video.codec) && isPlain(video))) && (audio === null || webmAudio.has(audio.codec))

const fitWebm = ({ container }: Media): Fit => ({ video: true, audio: true, container: container === 'webm' })

const fitMp4 = ({ container, video, audio }: Media): Fit => ({
  video: video === null || (video.codec === 'h264' && isPlain(video) && container !== 'avi'),
  audio: audio === null || mp4Audio.has(audio.codec),
  container: container === 'mp4' || container === 'mov',
})

function explain({ container, video, audio }: Media, fit: Fit): string {
  if (!fit.video)
    return `Browsers do not play this video format (${[video?.codec, video?.pixelFormat].filter(Boolean).join(', ')} in ${container}).`
  if (!fit.audio) return `Browsers do not play this audio format (${audio?.codec}).`
  if (!fit.container) return `Browsers do not play this container format (${container}).`
  return 'Its timestamps don’t start at zero, or its length is missing, so browsers would show the wrong times.'
}
