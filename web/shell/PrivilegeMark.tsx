import { useMatches } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen shows work product, on paper as well. */
    isPrivileged?: true
  }
}

export function PrivilegeMark() {
  const isPrivileged = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isPrivileged === true),
  })
  return isPrivileged ? (
    <p className="text-xs font-medium text-ink-3 print:text-center">Privileged: attorney work product</p>
  ) : null
}
