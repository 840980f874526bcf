export const linkClass = 'rounded-mark font-medium text-accent-ink underline underline-offset-2 hover:no-underline'

export const aloneLinkClass = `${linkClass} touch:inline-block touch:max-w-full touch:py-3`
