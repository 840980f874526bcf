/**
 * The last commit before processes had roles. The next one came with migration 0060 before there was a 0058, so a
 * database made by it can't be upgraded.
 */
export const revision = '1be02e07e30a5c3bd2b5abf59d2b4401457e973e'
