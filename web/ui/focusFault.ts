export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
  })
}
