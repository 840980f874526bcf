export { PartialTranscript } from './PartialTranscript.tsx'
export { TranscriptPane, type TurnMark } from './TranscriptPane.tsx'
export { fetchTurn, fetchTurnSaid, useEarlyTranscript, useOutline, useTurnsUpTo } from './turnWindows.ts'
