export type Sent = { videoId: string; sameBytesAs: readonly string[] }
/** A request under way. `pause` keeps what was sent if the way of sending allows it. */
export type Sending = { pause: () => void }
/** Whose upload it is, and the case it goes to. */
export type Target = { userId: string; caseId: string | null }
export type SendOptions = Target & { onProgress: (sentBytes: number) => void; onAccepted: () => void }
