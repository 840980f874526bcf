export type Sent = { videoId: string; sameBytesAs: readonly string[] }
/** One way to send a file. `pause` keeps what was sent where the way allows it. */
export type Sending = { done: Promise<Sent>; pause: () => void; canResume: boolean }
/** Whose upload it is, and the case it goes to. */
export type Target = { userId: string; caseId: string | null }
export type SendOptions = Target & { onProgress: (sentBytes: number) => void; onAccepted: () => void }
