export { VoiceNamingGate } from './VoiceNamingGate.tsx'
