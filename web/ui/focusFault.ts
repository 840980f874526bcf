/**
 * Leads to what is wrong in a form that is longer than a screen: the first control at fault takes the focus; a notice,
 * which takes none, is scrolled into sight. Once it is drawn.
 */
export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  })
}
