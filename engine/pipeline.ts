import { alignStage } from './stages/align.ts'
import { audioStage } from './stages/audio.ts'
import { exchangesStage } from './stages/exchanges.ts'
import { findingsStage } from './stages/findings.ts'
import { probeStage } from './stages/probe.ts'
import { proxyStage } from './stages/proxy.ts'
import { speakersStage } from './stages/speakers.ts'
import { speechStage } from './stages/speech.ts'
import { summaryStage } from './stages/summary.ts'
import { thumbnailsStage } from './stages/thumbnails.ts'
import { transcriptStage } from './stages/transcript.ts'
import { voicesStage } from './stages/voices.ts'
import { waveformStage } from './stages/waveform.ts'
import type { Stage } from './stage.ts'

export const stages: readonly Stage[] = [
  probeStage,
  audioStage,
  waveformStage,
  thumbnailsStage,
  speechStage,
  transcriptStage,
  alignStage,
  voicesStage,
  speakersStage,
  exchangesStage,
  findingsStage,
  summaryStage,
  proxyStage,
]
