export { getGreeting } from './greeting.ts'
export { VideoOverview, useVideosAreHere } from './VideoOverview.tsx'
export { WorkRow, useWorkIsHere } from './WorkRow.tsx'
