export const linkClass = 'rounded-mark font-medium text-accent-ink underline underline-offset-2 hover:no-underline'

/** The look of a link that stands alone: a finger needs its height. */
export const aloneLinkClass = `${linkClass} touch:inline-block touch:max-w-full touch:py-3`
