/** What the hasher and its thread say to each other. `id` names one followed file. */
export type HasherRequest =
  | { id: number; kind: 'follow'; path: string }
  | { id: number; kind: 'advance'; offset: number }
  | { id: number; kind: 'finish'; size: number }
  | { id: number; kind: 'abandon' }

export type HasherAnswer = { id: number; sha256: string } | { id: number; error: string }
