export { ReelButton } from './ReelButton.tsx'
export { ReelList } from './ReelList.tsx'
export { useReel } from './useReel.ts'
