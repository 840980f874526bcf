import { types } from 'pg'

/**
 * How column types arrive in JavaScript, set once for the driver because drizzle asks the driver's global parsers:
 * - int8 (count(*), file sizes): a number up to 2^53, the digits as a string above it, so that nothing is rounded;
 * - timestamptz: a Date from `pool.query` and from typed drizzle selects. drizzle's raw `db.execute(sql)` leaves
 *   PostgreSQL's text ('2026-11-01 09:30:00.123+00', always UTC): pass it through `new Date(...)`;
 * - date: text 'YYYY-MM-DD', because a calendar day has no time zone and must not move by one.
 */
export function setTypeParsers(): void {
  types.setTypeParser(types.builtins.INT8, (text): number | string => {
    const value = Number(text)
    return Number.isSafeInteger(value) ? value : text
  })
  types.setTypeParser(types.builtins.DATE, (text) => text)
}
