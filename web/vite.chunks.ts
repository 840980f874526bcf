import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/**
 * Without groups, each combination of screens gets its own file, and a page loads about a hundred of them. Modules that
 * aren't in a group stay with their screen.
 */
export const chunkGroups: Group[] = [
  // Shared with the landing page, which must not load the rest of the shell.
  { name: 'start', test: /preload-helper/, priority: 5 },
  { name: 'shell', tags: ['$initial'], test: /^(?!.*\/web\/(?:landing\/|main)).*\.(?:tsx?|[cm]?js)$/, priority: 4 },
  {
    name: 'common',
    minShareCount: 4,
    test: /\/(?:contract|node_modules|web\/(?:ui|platform|shell))\//,
    priority: 3,
  },
  {
    name: 'kit',
    minShareCount: 2,
    test: /lucide-react|\/web\/(?:ui|features\/videos)\/|\/widgets\/clip\.|\/highlights\/labels|\/sessions\/progress/,
    priority: 2,
  },
]
