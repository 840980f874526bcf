export declare function buildWebIfStale(): Promise<void>
