import { join } from 'node:path'
import { runFfmpeg } from '../media/ffmpeg.ts'
import { planProxy, type ProxyPlan } from '../media/plays.ts'
import type { Stage } from '../stage.ts'

/** At 720 lines, faces are clear, and encoding is twice as fast as real time on a small server. */
const encodeVideo = [
  // Decoders need even dimensions, and some ignore pixel aspect ratios.
  ['-vf', "scale=w='trunc(iw*sar*min(1,720/ih)/2)*2':h='trunc(min(720,ih)/2)*2',setsar=1,format=yuv420p"],
  // With two threads, 1080p uses less than 200 MB of memory.
  ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-threads', '2'],
  // At 30 fps, this adds a key frame every 2 s to keep seeking fast.
  ['-g', '60', '-x264-params', 'rc-lookahead=20'],
].flat()
const encodeAudio = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']

export const proxyStage: Stage<'proxy'> = {
  name: 'proxy',
  weight: 10,
  version: 1,
  reads: ['probe'],
  async run(context) {
    const probe = context.artifact('probe')
    const plan = probe.playsInBrowser ? null : planProxy(probe, false)
    if (plan === null) return { file: null, reason: 'Browsers can play the original.' }
    const file = `proxy.${plan.container}`
    await runFfmpeg({
      inputs: [{ path: context.input, options: ['-threads', '2', '-fflags', '+genpts', '-sn', '-dn'] }],
      output: {
        path: join(context.folder, file),
        options: [
          probe.video === null ? [] : ['-map', `0:${probe.video.streamIndex}`],
          probe.audio === null ? [] : ['-map', `0:${probe.audio.streamIndex}`],
          codecs(plan),
          ['-map_metadata', '-1', '-max_muxing_queue_size', '1024'],
          plan.container === 'mp4' ? ['-movflags', '+faststart'] : ['-cues_to_front', '1'],
          ['-f', plan.container],
        ].flat(),
      },
      doing: 'The web version could not be created',
      signal: context.signal,
      // On one slow CPU, encoding is twice as fast as real time.
      limits: { totalSeconds: 3600 + (probe.durationMs / 1000) * 3 },
      onTime: (reachedMs) => context.progress(Math.min(1, reachedMs / probe.durationMs)),
    })
    return { file, reason: plan.reason }
  },
}

function codecs(plan: ProxyPlan): string[] {
  return [
    ...(plan.video === 'copy' ? ['-c:v', 'copy'] : plan.video === 'encode' ? encodeVideo : []),
    ...(plan.audio === 'copy'
      ? ['-c:a', 'copy']
      : plan.audio === 'encode'
        ? ['-af', 'aresample=async=1', ...encodeAudio]
        : []),
  ]
}
