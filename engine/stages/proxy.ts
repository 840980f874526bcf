import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { planProxy, type ProxyPlan } from '../media/plays.ts'
import type { Stage } from '../stage.ts'

/** 720 lines at most: enough to see a face, and two hours of film made in one on a small server. */
const encodeVideo = [
  // Browsers' decoders want even sides; the shape of the pixels is made square for the ones that ignore it.
  ['-vf', "scale=w='trunc(iw*sar*min(1,720/ih)/2)*2':h='trunc(min(720,ih)/2)*2',setsar=1,format=yuv420p"],
  // Two threads keep 1080p under 200 MB; x264 would start three for two processors and each holds frames.
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-threads', '2'],
  // A key frame every 2 s at 30 frames a second, so that jumping in the transcript answers at once.
  ['-g', '60', '-x264-params', 'rc-lookahead=20'],
].flat()
const encodeAudio = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']

/** A copy that every browser plays, made last and only where the original is not one. */
export const proxyStage: Stage<'proxy'> = {
  name: 'proxy',
  weight: 10,
  version: 1,
  reads: ['probe'],
  async run(context) {
    const probe = context.artifact('probe')
    const plan = probe.playsInBrowser ? null : planProxy(probe, false)
    if (plan === null) return { file: null, reason: 'Browsers play the original.' }
    const file = `proxy.${plan.container}`
    await runFfmpeg({
      inputs: [{ path: context.input, options: ['-threads', '2', '-fflags', '+genpts', '-sn', '-dn'] }],
      output: {
        path: join(context.folder, file),
        options: [
          probe.video === null ? [] : ['-map', `0:${probe.video.streamIndex}`],
          probe.audio === null ? [] : ['-map', `0:${probe.audio.streamIndex}`],
          codecs(plan),
          // Titles and places written by a camera have no use in a browser.
          ['-map_metadata', '-1', '-max_muxing_queue_size', '1024'],
          // The index in front: a browser starts at once and jumps without reading the end first.
          plan.container === 'mp4' ? ['-movflags', '+faststart'] : ['-cues_to_front', '1'],
          ['-f', plan.container],
        ].flat(),
      },
      doing: 'The copy for browsers could not be made',
      signal: context.signal,
      // Encoding runs at twice real time on one slow processor; a fifth of that is a fault.
      limits: { totalSeconds: 3600 + (probe.durationMs / 1000) * 3 },
      onTime: (reachedMs) => context.progress(Math.min(1, reachedMs / probe.durationMs)),
    })
    return { file, reason: plan.reason }
  },
}

function codecs(plan: ProxyPlan): string[] {
  return [
    ...(plan.video === 'copy' ? ['-c:v', 'copy'] : plan.video === 'encode' ? encodeVideo : []),
    // Gaps stay gaps, as on the audio that the transcript was made from.
    ...(plan.audio === 'copy'
      ? ['-c:a', 'copy']
      : plan.audio === 'encode'
        ? ['-af', 'aresample=async=1', ...encodeAudio]
        : []),
  ]
}
