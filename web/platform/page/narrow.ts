/** The specification's breakpoint for phones. Doesn't follow a window that's resized later. */
export const isNarrow = (): boolean => matchMedia('(width < 768px)').matches
