/** What two ways to write one juror's number have in common: "012B", "12 b" and "12B" are one, as the database compares them. */
export const jurorKey = (number: string): string =>
  number
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
