import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/** What forms, tables, and the case's data need. The pages of videos don't load it until something opens. */
const desk =
  /react-hook-form|@hookform|@standard-schema|\/uqr\/|\/contract\/(?:account\/(?:team|two-factor|permissions)|cases|exports|strikes|highlights\/motions|operations\/(?:contact|search)|sessions\/session|videos\/uploads)|\/web\/(?:platform\/(?:form|page\/use)|shell\/PublicPage|ui\/(?:Drawer|Marked|QrCode|SettledSearch|StatTile|Table|seats))|\/videos\/VideoRow/

const shared = /\/(?:contract|node_modules|web\/(?:ui|platform|shell))\//

/**
 * Without groups, each combination of screens gets its own file, and a page loads about a hundred of them. Modules that
 * aren't in a group stay with their screen.
 */
export const chunkGroups: Group[] = [
  // Shared with the landing page, which must not load the rest of the shell.
  { name: 'start', test: /preload-helper/, priority: 6 },
  { name: 'shell', tags: ['$initial'], test: /^(?!.*\/web\/(?:landing\/|main)).*\.(?:tsx?|[cm]?js)$/, priority: 5 },
  { name: 'common', minShareCount: 4, test: (id) => shared.test(id) && !desk.test(id), priority: 4 },
  { name: 'desk', minShareCount: 4, test: desk, priority: 3 },
  {
    name: 'kit',
    minShareCount: 2,
    test: (id) =>
      !desk.test(id) &&
      /lucide-react|\/useNotifications\.|\/web\/(?:ui|features\/videos)\/|\/widgets\/clip\.|\/highlights\/labels|\/sessions\/progress/.test(
        id,
      ),
    priority: 2,
  },
]
