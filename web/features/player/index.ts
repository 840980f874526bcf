export { type Player, type Stretch, createPlayer } from './player.ts'
export { PlayerPanel, PlayerSkeleton } from './PlayerPanel.tsx'
export type { TimelineMark } from './timeline.ts'
