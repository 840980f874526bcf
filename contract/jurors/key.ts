/** "012B", "12 b", and "12B" are one juror. Matches the database's comparison. */
export const jurorKey = (number: string): string =>
  number
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
