import { unseen } from '../unseen.ts'

/** Normalizes juror numbers so that "012B", "12 b", and "12B" are equal. Must match the comparison in the database. */
export const jurorKey = (number: string): string =>
  number
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')

/** Removes invisible characters, which would make two numbers look the same. */
export const trimNumber = (number: string): string => number.replaceAll(unseen, '').trim()
