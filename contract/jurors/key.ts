/** Normalizes juror numbers so that "012B", "12 b", and "12B" are equal. Must match the database's comparison. */
export const jurorKey = (number: string): string =>
  number
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
