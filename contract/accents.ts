/** Strips accents so that "Muñoz" matches "Munoz". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
