/** A `ref` that scrolls the dialog to its first alert, which may be far above the pressed button. */
export function showInDialog(words: HTMLElement | null): void {
  const dialog = words?.closest('[role="dialog"]')
  if (dialog?.querySelector('[role="alert"]') === words) words?.scrollIntoView({ block: 'nearest' })
}
