/** The stages that ffmpeg does the work of, with everything that the product puts around them. */
import type { StageName } from '#contract/videos/analysis.ts'
import { stages as all } from '#engine/pipeline.ts'

const mediaStages: ReadonlySet<StageName> = new Set(['probe', 'audio', 'waveform', 'thumbnails', 'proxy'])
export const stages = all.filter((stage) => mediaStages.has(stage.name))
