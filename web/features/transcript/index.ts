export { PartialTranscript } from './PartialTranscript.tsx'
export { TranscriptPane, type TurnMark } from './TranscriptPane.tsx'
export { fetchTurn, fetchTurnSaid, useOutline } from './turnWindows.ts'
