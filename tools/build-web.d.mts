export declare function buildWebIfStale(messages?: string): Promise<void>
