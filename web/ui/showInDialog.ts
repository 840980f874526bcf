/**
 * For the `ref` of what a dialog has to say: scrolls the dialog to it as it appears, because the field may be far above
 * the button that was pressed. Of several the first is shown.
 */
export function showInDialog(words: HTMLElement | null): void {
  const dialog = words?.closest('[role="dialog"]')
  if (dialog?.querySelector('[role="alert"]') === words) words?.scrollIntoView({ block: 'nearest' })
}
