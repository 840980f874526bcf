/** Normalizes juror numbers so that "012B", "12 b", and "12B" are equal. Must match the comparison in the database. */
export const jurorKey = (number: string): string =>
  number
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
