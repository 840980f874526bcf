export { ReelButton, ReelList } from './ReelList.tsx'
export { useReel } from './useReel.ts'
