/** Characters that are invisible or change the direction of text. */
export const unseen = /[\p{Cf}\p{DI}\u2800]/gu
