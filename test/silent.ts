export const silent = { info: () => {}, warn: () => {}, error: () => {} }
