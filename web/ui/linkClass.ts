/** The look of a link in running text, tall enough for a finger where it stands alone. */
export const linkClass =
  'rounded-mark font-medium text-accent-ink underline underline-offset-2 hover:no-underline touch:inline-block touch:py-2'
