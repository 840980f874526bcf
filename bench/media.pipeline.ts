import type { StageName } from '#contract/videos/analysis.ts'
import { stages as all } from '#engine/pipeline.ts'

const mediaStages: ReadonlySet<StageName> = new Set(['probe', 'audio', 'waveform', 'thumbnails', 'proxy'])
export const stages = all.filter((stage) => mediaStages.has(stage.name))
