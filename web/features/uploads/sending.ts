export type Sent = { videoId: string; sameBytesAs: readonly string[] }
/** One way to send a file. `pause` keeps what was sent where the way allows it. */
export type Sending = { done: Promise<Sent>; pause: () => void; canResume: boolean }
export type SendOptions = { caseId: string | null; onProgress: (sentBytes: number) => void; onAccepted: () => void }
