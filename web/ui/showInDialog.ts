export function showInDialog(words: HTMLElement | null): void {
  const dialog = words?.closest('[role="dialog"]')
  if (dialog?.querySelector('[role="alert"]') === words) words?.scrollIntoView({ block: 'nearest' })
}
