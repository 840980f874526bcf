/** Strips accents so that "Muñoz" matches "Munoz", also when the text is already decomposed. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
