/** A log that says nothing. */
export const silent = { info: () => {}, warn: () => {}, error: () => {} }
