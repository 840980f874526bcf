/** "Muñoz" as "Munoz": transcripts and lists write one name with and without its accents and marks. Answers decomposed text. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
