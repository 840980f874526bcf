export { getGreeting } from './greeting.ts'
export { VideoOverview, useVideosReady } from './VideoOverview.tsx'
export { WorkRow, useWorkReady } from './WorkRow.tsx'
