import { useMatches } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** True if the screen shows work product. Printouts are then marked, too. */
    isPrivileged?: true
  }
}

export function PrivilegeMark() {
  const isPrivileged = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isPrivileged === true),
  })
  return isPrivileged ? <PrivilegeNotice /> : null
}

export const PrivilegeNotice = () => <p className="text-xs font-medium text-ink-3">Privileged: attorney work product</p>
