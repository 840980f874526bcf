import type { Probe } from '#contract/videos/analysis.ts'

/** What must be made for browsers; `null` where every current one plays the original. */
export type ProxyPlan = {
  container: 'mp4' | 'webm'
  video: 'copy' | 'encode' | null
  audio: 'copy' | 'encode' | null
  /** One plain sentence. */
  reason: string
}

const mp4Audio = new Set(['aac', 'mp3'])
const webmVideo = new Set(['vp8', 'vp9', 'av1'])
const webmAudio = new Set(['opus', 'vorbis'])
/** 8 bit 4:2:0 is what every hardware and software decoder of the browsers takes. */
const pixelFormats = new Set(['yuv420p', 'yuvj420p'])
/**
 * Decides whether browsers play the file, and what to change if not. `exactClock`: the clock begins at zero (browsers
 * disagree whether to cut a beginning off) and the header says the duration (without it nobody can move about in it).
 */
export function planProxy(media: Pick<Probe, 'container' | 'video' | 'audio'>, exactClock: boolean): ProxyPlan | null {
  const { container, video, audio } = media
  const pictureOk = video === null || pixelFormats.has(video.pixelFormat ?? '')
  const webmTracks =
    (video === null || webmVideo.has(video.codec)) && (audio === null || webmAudio.has(audio.codec)) && pictureOk
  const isMp4 = container === 'mp4' || container === 'mov'
  const videoOk = webmTracks || video === null || (video.codec === 'h264' && pictureOk && container !== 'avi')
  const audioOk = webmTracks || audio === null || mp4Audio.has(audio.codec)
  const rightBox = webmTracks ? container === 'webm' : isMp4
  if (videoOk && audioOk && rightBox && exactClock) return null
  return {
    container: webmTracks ? 'webm' : 'mp4',
    video: video === null ? null : videoOk ? 'copy' : 'encode',
    audio: audio === null ? null : audioOk ? 'copy' : 'encode',
    reason: !videoOk
      ? `Browsers do not play this kind of video (${[video?.codec, video?.pixelFormat].filter(Boolean).join(', ')} in ${container}).`
      : !audioOk
        ? `Browsers do not play this kind of audio (${audio?.codec}).`
        : !rightBox
          ? `Browsers do not open this container (${container}).`
          : 'Its clock does not begin at zero or its length is not written in it, so browsers would show wrong times.',
  }
}
