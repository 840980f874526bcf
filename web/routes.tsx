import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { Loading } from '#web/ui/kit.ts'
import { entryRoutes } from './routes.entry.ts'
import { requireSignIn } from './routes.guard.ts'
import { lazyScreen, root } from './routes.root.ts'
import {
  word,
  flag,
  videoStatus,
  videoSort,
  caseStatus,
  caseType,
  caseScope,
  caseSort,
  caseView,
} from './routes.search.ts'
import { AppFrame, FirstFrame } from './shell/AppFrame.tsx'
import { AppShell } from './shell/AppShell.tsx'
import { ScreenError } from './shell/ScreenError.tsx'

const LoadingPage = () => (
  <main id="main">
    <Loading />
  </main>
)

const app = createRoute({
  getParentRoute: () => root,
  id: '_app',
  component: AppShell,
  pendingComponent: AppFrame,
  beforeLoad: requireSignIn,
})
const bare = createRoute({
  getParentRoute: () => root,
  id: '_bare',
  component: lazyScreen(() => import('./shell/AppShell.tsx'), 'BareShell'),
  pendingComponent: LoadingPage,
  beforeLoad: requireSignIn,
})
const courtroom = createRoute({
  getParentRoute: () => bare,
  path: '/sessions/$sessionId/courtroom',
  validateSearch: z.object({ juror: word }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/strikes/Courtroom.tsx'), 'Courtroom'),
})

const strikeSheet = createRoute({
  getParentRoute: () => bare,
  path: '/sessions/$sessionId/strike-sheet',
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/strikes/StrikeSheet.tsx'), 'StrikeSheet'),
})

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  validateSearch: z.object({ add: flag, import: word }),
  component: lazyScreen(() => import('./screens/operations/Dashboard.tsx'), 'Dashboard'),
})
const videoProcessing = createRoute({
  getParentRoute: () => app,
  path: '/video-processing',
  component: lazyScreen(() => import('./screens/videos/VideoProcessing.tsx'), 'VideoProcessing'),
})
const videos = createRoute({
  getParentRoute: () => app,
  path: '/videos',
  validateSearch: z.object({
    q: word,
    status: videoStatus.optional().catch(undefined),
    caseId: word,
    sort: videoSort.optional().catch(undefined),
  }),
  component: lazyScreen(() => import('./screens/videos/Videos.tsx'), 'Videos'),
})
const videoDetail = createRoute({
  getParentRoute: () => app,
  path: '/videos/$videoId',
  validateSearch: z.object({ t: z.number().min(0).optional().catch(undefined) }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/videos/VideoDetail.tsx'), 'VideoDetail'),
})
const cases = createRoute({
  getParentRoute: () => app,
  path: '/cases',
  validateSearch: z.object({
    q: word,
    status: caseStatus.optional().catch(undefined),
    caseType: caseType.optional().catch(undefined),
    scope: caseScope.optional().catch(undefined),
    sort: caseSort.optional().catch(undefined),
    view: caseView.optional().catch(undefined),
    new: flag,
  }),
  beforeLoad: ({ search }) => {
    if (search.new) throw redirect({ to: '/cases/new' })
  },
  component: lazyScreen(() => import('./screens/cases/Cases.tsx'), 'Cases'),
})
const newCase = createRoute({
  getParentRoute: () => app,
  path: '/cases/new',
  component: lazyScreen(() => import('./screens/cases/NewCase.tsx'), 'NewCase'),
})
const caseDetail = createRoute({
  getParentRoute: () => app,
  path: '/cases/$caseId',
  validateSearch: z.object({ tab: word }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/cases/CaseDetail.tsx'), 'CaseDetail'),
})
const newSession = createRoute({
  getParentRoute: () => app,
  path: '/cases/$caseId/new-session',
  component: lazyScreen(() => import('./screens/sessions/NewSession.tsx'), 'NewSession'),
})
const caseExports = createRoute({
  getParentRoute: () => app,
  path: '/cases/$caseId/exports',
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/exports/CaseExports.tsx'), 'CaseExports'),
})
const sessionPicker = createRoute({
  getParentRoute: () => app,
  path: '/sessions',
  validateSearch: z.object({ to: word, choose: flag }),
  component: lazyScreen(() => import('./screens/sessions/SessionPicker.tsx'), 'SessionPicker'),
})
const sessionProgress = createRoute({
  getParentRoute: () => app,
  path: '/sessions/$sessionId/progress',
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/sessions/SessionProgress.tsx'), 'SessionProgress'),
})
const sessionReview = createRoute({
  getParentRoute: () => app,
  path: '/sessions/$sessionId/review',
  // `v` is the video ID, and `t` is the start time in seconds. `tab=voices` opens the speaker list.
  validateSearch: z.object({ v: word, t: z.number().min(0).optional().catch(undefined), tab: word, triage: flag }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/review/SessionReview.tsx'), 'SessionReview'),
})
const sessionHighlights = createRoute({
  getParentRoute: () => app,
  path: '/sessions/$sessionId/highlights',
  validateSearch: z.object({
    type: word,
    severity: word,
    status: word,
    confidence: word,
    opinion: word,
    juror: word,
    videoId: word,
    q: word,
    by: word,
  }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/highlights/SessionHighlights.tsx'), 'SessionHighlights'),
})
const sessionStrikeLog = createRoute({
  getParentRoute: () => app,
  path: '/sessions/$sessionId/strike-log',
  validateSearch: z.object({ tab: word, juror: word, highlight: word }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/strikes/SessionStrikeLog.tsx'), 'SessionStrikeLog'),
})
const sessionExports = createRoute({
  getParentRoute: () => app,
  path: '/sessions/$sessionId/exports',
  validateSearch: z.object({ template: word }),
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/exports/SessionExports.tsx'), 'SessionExports'),
})
const jurorDetail = createRoute({
  getParentRoute: () => app,
  path: '/jurors/$jurorId',
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/cases/JurorDetail.tsx'), 'JurorDetail'),
})
const approvals = createRoute({
  getParentRoute: () => app,
  path: '/approvals',
  staticData: { isPrivileged: true },
  component: lazyScreen(() => import('./screens/strikes/Approvals.tsx'), 'Approvals'),
})
const contactRequests = createRoute({
  getParentRoute: () => app,
  path: '/contact-requests',
  component: lazyScreen(() => import('./screens/operations/ContactRequests.tsx'), 'ContactRequests'),
})
const team = createRoute({
  getParentRoute: () => app,
  path: '/team',
  validateSearch: z.object({ invite: flag }),
  component: lazyScreen(() => import('./screens/account/Team.tsx'), 'Team'),
})
const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyScreen(() => import('./screens/account/Settings.tsx'), 'Settings'),
})
const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  component: lazyScreen(() => import('./screens/account/Profile.tsx'), 'Profile'),
})

const routeTree = root.addChildren([
  ...entryRoutes,
  bare.addChildren([courtroom, strikeSheet]),
  app.addChildren([
    dashboard,
    videoProcessing,
    videos,
    videoDetail,
    cases,
    newCase,
    caseDetail,
    newSession,
    caseExports,
    sessionPicker,
    sessionProgress,
    sessionReview,
    sessionHighlights,
    sessionStrikeLog,
    sessionExports,
    jurorDetail,
    approvals,
    contactRequests,
    team,
    settings,
    profile,
  ]),
])

const pendingAfterMs = 300

export function createAppRouter(cache: QueryClient) {
  return createRouter({
    routeTree,
    context: { cache },
    defaultPreload: 'intent',
    defaultPendingMs: pendingAfterMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: ScreenError,
    InnerWrap: FirstFrame,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
