export declare function findServer(): string | null
