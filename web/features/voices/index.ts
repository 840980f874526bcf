export { JurorNames } from './JurorNames.tsx'
export { VoiceNamingGate } from './VoiceNamingGate.tsx'
