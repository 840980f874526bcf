/** What the engine and the process with the model say to each other. */
/** The config of a `Model`, and how many threads it may use. */
export type Start = { config: Record<string, unknown>; threads: number }
export type Order = { id: number; wav: string; startMs: number; endMs: number }
/** Seconds from the beginning of the chunk; the lists are empty where a model does not tell. */
export type Result = { text: string; tokens: string[]; timestamps: number[]; durations: number[]; logProbs: number[] }
export type Answer = { ready: true } | { id: number; fault: string } | ({ id: number } & Result)
