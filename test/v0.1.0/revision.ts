/**
 * The last commit before processes had roles. The next one added migration 0060 before 0058 existed, so a database it
 * created can't be upgraded.
 */
export const revision = '1be02e07e30a5c3bd2b5abf59d2b4401457e973e'
