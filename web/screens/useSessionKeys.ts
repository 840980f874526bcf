import { useNavigate } from '@tanstack/react-router'
import type { ExportTemplate } from '#contract/exports/templates.ts'
import { useShortcuts } from '#web/platform/shortcuts.ts'

/**
 * The specification's keys of every page of a session; on them H means highlights and not the dashboard. `template`: what
 * somebody who exports from this page most likely wants.
 */
export function useSessionKeys(sessionId: string, template?: ExportTemplate): void {
  const navigate = useNavigate()
  useShortcuts('page', [
    {
      keys: 'h',
      label: 'Highlights',
      run: () => void navigate({ to: '/sessions/$sessionId/highlights', params: { sessionId } }),
    },
    {
      keys: 's',
      label: 'Strike log',
      run: () => void navigate({ to: '/sessions/$sessionId/strike-log', params: { sessionId } }),
    },
    {
      keys: 'e',
      label: 'Exports',
      run: () => void navigate({ to: '/sessions/$sessionId/exports', params: { sessionId }, search: { template } }),
    },
  ])
}
