import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether the words still hold a quote: each of its lines, which is one turn's. A note may stand between two of them, and
 * of two who speak at once the first goes on behind its line.
 */
export const isSaid = (quote: SQL, words: SQL): SQL =>
  sql`not exists (select from string_to_table(${quote}, E'\n') as line where position(line in ${words}) = 0)`
