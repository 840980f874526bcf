/** One way or more to break the product per row of docs/spec-coverage.md: the row's tests must notice each. */

export type Mutation = {
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
}

export const mutations: Readonly<Record<string, readonly Mutation[]>> = {
  '1.1': [
    {
      file: 'worker/results.ts',
      find: 'await storeResults(tx, video.id, run.id, { ...artifacts, transcript: artifacts.align })',
      replace:
        'await storeResults(tx, video.id, run.id, { ...artifacts, transcript: { ...artifacts.align, turns: [] } })',
    },
  ],
  '1.6': [{ file: 'web/landing/content.ts', find: 'minutes: 30', replace: 'minutes: 31' }],
  '1.7': [{ file: 'web/landing/content.ts', find: "role: 'Founder, sample'", replace: "role: 'Somebody'" }],
  '1.9': [
    {
      file: 'web/shell/Header.tsx',
      find: '<Badge tone="success">Production</Badge>',
      replace: '<Badge tone="success">Live</Badge>',
    },
  ],
  '2.2': [{ file: 'web/routes.tsx', find: "path: '/dashboard',", replace: "path: '/dashboard-gone'," }],
  '2.3': [{ file: 'web/routes.tsx', find: "path: '/video-processing',", replace: "path: '/video-processing-gone'," }],
  '2.4': [{ file: 'web/routes.tsx', find: "path: '/videos',", replace: "path: '/videos-gone'," }],
  '2.5': [{ file: 'web/routes.tsx', find: "path: '/videos/$videoId',", replace: "path: '/videos/$videoId-gone'," }],
  '2.7': [{ file: 'web/routes.tsx', find: "path: '/cases',", replace: "path: '/cases-gone'," }],
  '2.8': [{ file: 'web/routes.tsx', find: "path: '/cases/new',", replace: "path: '/cases/new-gone'," }],
  '2.9': [{ file: 'web/routes.tsx', find: "path: '/cases/$caseId',", replace: "path: '/cases/$caseId-gone'," }],
  '2.10': [
    {
      file: 'web/routes.tsx',
      find: "path: '/cases/$caseId/new-session',",
      replace: "path: '/cases/$caseId/new-session-gone',",
    },
  ],
  '2.11': [
    {
      file: 'web/routes.tsx',
      find: "path: '/cases/$caseId/exports',",
      replace: "path: '/cases/$caseId/exports-gone',",
    },
  ],
  '2.12': [
    {
      file: 'web/routes.tsx',
      find: "path: '/sessions/$sessionId/progress',",
      replace: "path: '/sessions/$sessionId/progress-gone',",
    },
  ],
  '2.13': [
    {
      file: 'web/routes.tsx',
      find: "path: '/sessions/$sessionId/review',",
      replace: "path: '/sessions/$sessionId/review-gone',",
    },
  ],
  '2.14': [
    {
      file: 'web/routes.tsx',
      find: "path: '/sessions/$sessionId/highlights',",
      replace: "path: '/sessions/$sessionId/highlights-gone',",
    },
  ],
  '2.19': [{ file: 'web/ui/Loading.tsx', find: '      Loading\n', replace: '      Wait\n' }],
  '2.20': [
    {
      file: 'web/screens/SessionPicker.tsx',
      find: 'const last = choose ? null : lastSession()',
      replace: 'const last = null',
    },
  ],
  '2.25': [{ file: 'web/shell/Header.tsx', find: 'label="Show keyboard shortcuts"', replace: 'label="Keys"' }],
  '2.26': [
    {
      file: 'web/features/notifications/Bell.tsx',
      find: '`Notifications, ${badgeText(unread)} unread`',
      replace: "'Notifications'",
    },
  ],
  '2.27': [
    {
      file: 'web/shell/HeaderMenus.tsx',
      find: "onClick={() => void router.navigate({ to: '/settings' })}",
      replace: 'onClick={() => {}}',
    },
  ],
  '2.28': [
    {
      file: 'web/shell/navigation.ts',
      find: "onDashboard('Pipeline', Workflow, 'pipeline')",
      replace: "onDashboard('Pipeline', Workflow, 'pipelines')",
    },
  ],
  '2.29': [{ file: 'web/shell/BottomBar.tsx', find: 'md:hidden"', replace: '"' }],
  '2.30': [
    { file: 'web/shell/FloatingActions.tsx', find: "(await onRefresh()) ? 'success' : 'error'", replace: "'success'" },
  ],
  '2.31': [
    {
      file: 'web/shell/MobileMenu.tsx',
      find: '<Drawer open={open} onOpenChange={onOpenChange} title="Menu"',
      replace: '<Drawer open={open} onOpenChange={() => {}} title="Menu"',
    },
  ],
  '2.32': [{ file: 'web/shell/MobileMenu.tsx', find: 'Professional Profile', replace: 'Your Profile' }],
  '2.33': [{ file: 'web/shell/mobileNavigation.ts', find: "title: 'Video Workflow'", replace: "title: 'Videos'" }],
  '2.34': [
    {
      file: 'web/shell/mobileNavigation.ts',
      find: "activeOn: ['/cases', '/sessions']",
      replace: "activeOn: ['/sessions']",
    },
  ],
  '2.35': [{ file: 'web/shell/mobileNavigation.ts', find: "'v2.1'", replace: "'v2.2'" }],
  '2.36': [
    {
      file: 'web/features/search/SearchOverlay.tsx',
      find: '{ ArrowDown: 1, ArrowUp: -1 }',
      replace: '{ ArrowDown: 0, ArrowUp: 0 }',
    },
  ],
  '2.37': [
    {
      file: 'web/features/search/SearchOverlay.tsx',
      find: 'router.history.push(result.href)',
      replace: "router.history.push('/cases')",
    },
  ],
  '2.38': [{ file: 'web/features/search/ResultList.tsx', find: 'line-clamp-2 text-sm', replace: 'text-sm' }],
  '2.39': [
    { file: 'web/platform/theme.ts', find: 'writeSetting(key, theme)', replace: "writeSetting('themes', theme)" },
  ],
  '2.41': [
    { file: 'web/features/notifications/NotificationsPanel.tsx', find: '{unread} new', replace: '{unread} unread' },
  ],
  '2.42': [
    {
      file: 'web/features/notifications/NotificationsPanel.tsx',
      find: "You're all caught up!",
      replace: 'Nothing here',
    },
  ],
  '2.43': [
    {
      file: 'web/features/notifications/NotificationItem.tsx',
      find: "actionLabel ?? 'View'",
      replace: "actionLabel ?? 'Open'",
    },
  ],
  '2.44': [
    {
      file: 'web/features/notifications/NotificationItem.tsx',
      find: 'if (!read) markRead.mutate(target, logOnly)',
      replace: '',
    },
  ],
  '2.45': [
    {
      file: 'web/shell/ShortcutsHelp.tsx',
      find: '...shortcuts.map(({ keys, label }) => ({ keys, label })),',
      replace: '',
    },
  ],
  '2.46': [
    { file: 'web/platform/shortcuts.ts', find: 'isTyping(event.target) || isCovered()', replace: 'isCovered()' },
  ],
  '2.47': [{ file: 'web/shell/shellActions.ts', find: "keys: 'v', label", replace: "keys: 'y', label" }],
  '2.48': [{ file: 'web/shell/shellActions.ts', find: "keys: 'Control+r'", replace: "keys: 'Control+y'" }],
  '2.49': [{ file: 'web/shell/shellActions.ts', find: "keys: 'Alt+ArrowRight'", replace: "keys: 'Alt+ArrowUp'" }],
  '2.51': [{ file: 'web/screens/Cases.tsx', find: "keys: 'n'", replace: "keys: 'y'" }],
  '2.52': [{ file: 'web/screens/CaseDetail.tsx', find: "keys: 'e'", replace: "keys: 'y'" }],
  '2.53': [{ file: 'web/screens/useSessionKeys.ts', find: "keys: 's'", replace: "keys: 'y'" }],
  '2.54': [{ file: 'web/screens/VideoProcessing.tsx', find: "keys: 'u'", replace: "keys: 'y'" }],
  '2.55': [{ file: 'web/ui/PullToRefresh.tsx', find: 'if (last && y > thresholdPx) void refresh()', replace: '' }],
  '2.56': [
    { file: 'web/features/operations/SystemTiles.tsx', find: 'label="Response Time"', replace: 'label="Latency"' },
  ],
  '2.57': [
    {
      file: 'web/features/operations/EndpointRow.tsx',
      find: '<span className="min-w-0 font-mono text-sm wrap-anywhere">{endpoint.path}</span>',
      replace: '<span />',
    },
  ],
  '2.58': [
    {
      file: 'web/features/operations/EndpointDialog.tsx',
      find: "useCommandForm(addEndpoint, { defaults: { url: '', method: 'GET' }, onDone })",
      replace: "useCommandForm(addEndpoint, { defaults: { url: '', method: 'HEAD' as 'GET' }, onDone: () => {} })",
    },
  ],
  '2.59': [{ file: 'web/features/operations/EndpointRow.tsx', find: "revealed === 'left' &&", replace: 'false &&' }],
  '2.60': [
    {
      file: 'web/features/operations/PipelineCard.tsx',
      find: "[step.status, step.duration].filter(Boolean).join(', ')",
      replace: 'step.status',
    },
  ],
  '2.61': [
    { file: 'web/features/operations/DatabaseCard.tsx', find: 'label="Average query time"', replace: 'label="Time"' },
  ],
  '2.62': [
    {
      file: 'web/features/operations/PerformanceCard.tsx',
      find: 'onClick={() => setWindow(each)}',
      replace: 'onClick={() => {}}',
    },
  ],
  '2.63': [{ file: 'web/shell/ScreenError.tsx', find: 'title="Something went wrong"', replace: 'title="An error"' }],
  '2.64': [{ file: 'web/ui/ErrorCard.tsx', find: "title = 'Failed to load data'", replace: "title = 'No data'" }],
  '2.65': [{ file: 'web/features/videos/VideoTiles.tsx', find: 'label="Failed"', replace: 'label="Broken"' }],
  '2.66': [
    { file: 'web/features/uploads/UploadZone.tsx', find: 'Supports MP4, MOV, AVI, WebM', replace: 'Supports video' },
  ],
  '2.67': [
    { file: 'web/screens/VideoProcessing.tsx', find: 'disabled={busy || tooLarge', replace: 'disabled={tooLarge' },
  ],
  '2.68': [
    {
      file: 'web/features/videos/VideoRow.tsx',
      find: '{duration !== null && <span>{formatDuration(duration)}</span>}',
      replace: '',
    },
  ],
  '2.69': [
    { file: 'web/features/videos/VideoRow.tsx', find: 'href={`/api/videos/${id}/download`}', replace: 'href="#"' },
  ],
  '2.70': [
    {
      file: 'web/screens/VideoProcessing.tsx',
      find: 'title="No videos uploaded yet. Start by uploading your first video."',
      replace: 'title="Nothing yet."',
    },
  ],
  '2.71': [{ file: 'web/screens/VideoDetail.tsx', find: 'skeleton={<DetailSkeleton />}', replace: 'skeleton={null}' }],
  '2.72': [{ file: 'web/screens/VideoNotFound.tsx', find: 'Back to Video Library', replace: 'Back' }],
  '2.73': [{ file: 'web/screens/VideoDetail.tsx', find: '      Back to Library\n', replace: '      Back\n' }],
  '2.74': [
    { file: 'web/screens/VideoDetail.tsx', find: 'onClick={() => setExporting(true)}', replace: 'onClick={() => {}}' },
  ],
  '2.75': [
    {
      file: 'web/features/player/PlayerPanel.tsx',
      find: '`${formatDuration(seconds)} / ${formatDuration(duration)}`',
      replace: '`${seconds} / ${duration}`',
    },
  ],
  '2.76': [
    {
      file: 'web/features/videos/AnalysisCard.tsx',
      find: 'analysis.language?.toUpperCase()',
      replace: 'analysis.language',
    },
  ],
  '2.77': [
    {
      file: 'web/features/videos/AnalysisCard.tsx',
      find: '<Nothing>No transcript available</Nothing>',
      replace: 'null',
    },
  ],
  '2.78': [{ file: 'web/features/videos/AnalysisCard.tsx', find: 'No speaker data available', replace: 'No speakers' }],
  '2.79': [{ file: 'web/features/videos/AnalysisCard.tsx', find: 'No insights available', replace: 'No words' }],
  '2.80': [
    {
      file: 'web/features/annotations/AnnotationsCard.tsx',
      find: '                        AI Generated\n',
      replace: '                        Machine\n',
    },
  ],
  '2.81': [
    {
      file: 'web/features/annotations/AnnotationsCard.tsx',
      find: 'title="No annotations yet"',
      replace: 'title="None"',
    },
  ],
  '2.82': [
    {
      file: 'web/features/annotations/AnnotationDialog.tsx',
      find: "'Annotation Updated', 'The annotation has been updated successfully.'",
      replace: "'Saved', ''",
    },
  ],
  '2.83': [{ file: 'web/features/videos/InformationCards.tsx', find: 'name="Job ID"', replace: 'name="Job"' }],
  '2.84': [
    {
      file: 'web/features/videos/QuickActionsCard.tsx',
      find: "onClick={() => setAsks('reprocess')}",
      replace: 'onClick={() => {}}',
    },
  ],
  '2.85': [{ file: 'web/screens/NotFound.tsx', find: 'title="Still Need Help?"', replace: 'title="Help"' }],
  '3.1': [
    { file: 'contract/search.ts', find: 'court: z.string().nullable()', replace: 'place: z.string().nullable()' },
  ],
  '3.2': [
    { file: 'web/platform/theme.ts', find: 'chosenTheme() ?? systemTheme()', replace: "chosenTheme() ?? 'light'" },
  ],
  '3.3': [{ file: 'web/platform/connection.ts', find: 'rtt: facts?.rtt ?? null', replace: 'rtt: null' }],
  '3.4': [
    {
      file: 'contract/notifications.ts',
      find: '  read: z.boolean(),\n',
      replace: '  isRead: z.boolean().default(false),\n',
    },
  ],
  '3.8': [
    {
      file: 'contract/annotations.ts',
      find: '  tags: z.array(z.string()),\n',
      replace: '  labels: z.array(z.string()).default([]),\n',
    },
  ],
  '3.12': [{ file: 'web/features/operations/figures.ts', find: 'count < 10_000', replace: 'count < 1_000_000' }],
  '4.4': [
    {
      file: 'web/features/search/SearchOverlay.tsx',
      find: 'choice.among === results ? choice.index : 0',
      replace: 'choice.index',
    },
  ],
  '4.5': [
    {
      file: 'web/shell/ConnectionBanner.tsx',
      find: "shown.isOnline ? 'bg-warning-solid text-warning-on' : 'bg-danger-solid text-danger-on'",
      replace: "'bg-warning-solid text-warning-on'",
    },
  ],
  '4.6': [
    {
      file: 'web/features/operations/PipelineCard.tsx',
      find: "step.status === 'running' && <ProgressBar",
      replace: "step.status === 'pending' && <ProgressBar",
    },
  ],
  '4.7': [
    {
      file: 'web/features/operations/useSwipe.ts',
      find: 'const hideAfterMs = 3000',
      replace: 'const hideAfterMs = 300_000',
    },
  ],
  '4.8': [{ file: 'web/ui/pullWords.ts', find: "'Release to refresh'", replace: "'Let go'" }],
  '4.9': [
    {
      file: 'web/features/annotations/AnnotationDialog.tsx',
      find: '      toast({ title, description })\n      onClose()\n',
      replace: '      toast({ title, description })\n',
    },
  ],
  '4.10': [{ file: 'web/platform/toast.ts', find: 'const toastLimit = 1', replace: 'const toastLimit = 2' }],
  '5.1': [{ file: 'contract/search.ts', find: 'min: 2, max: 200', replace: 'min: 1, max: 200' }],
  '5.2': [
    {
      file: 'web/features/uploads/UploadZone.tsx',
      find: "'Please select only video files.'",
      replace: "'Only videos.'",
    },
  ],
  '5.3': [{ file: 'web/features/uploads/UploadZone.tsx', find: '        multiple\n', replace: '' }],
  '5.6': [{ file: 'web/features/annotations/values.ts', find: '.filter(Boolean),', replace: ',' }],
  '5.7': [
    { file: 'web/features/annotations/AnnotationDialog.tsx', find: "values.title.trim() === ''", replace: 'false' },
  ],
  '7.1': [
    {
      file: 'web/platform/call.ts',
      find: "'content-type': 'application/json',",
      replace: "'content-type': 'text/plain',",
    },
  ],
  '7.2': [{ file: 'web/platform/apiError.ts', find: '`${status}: ${sentence}`', replace: 'sentence' }],
  '7.8': [{ file: 'web/features/operations/SystemTiles.tsx', find: 'retries: 2', replace: 'retries: 1' }],
  '7.10': [
    {
      file: 'web/features/operations/PipelineCard.tsx',
      find: 'const pollMs = 10_000',
      replace: 'const pollMs = 20_000',
    },
  ],
  '7.12': [
    {
      file: 'web/features/operations/PerformanceCard.tsx',
      find: 'const pollMs = 30_000',
      replace: 'const pollMs = 60_000',
    },
  ],
  '7.13': [{ file: 'web/screens/VideoProcessing.tsx', find: 'const pollMs = 5000', replace: 'const pollMs = 10_000' }],
  '7.18': [
    {
      file: 'web/shell/shellActions.ts',
      find: 'await cache.invalidateQueries({}, { throwOnError: true })',
      replace: 'await Promise.resolve()',
    },
  ],
  '7.19': [
    {
      file: 'web/platform/queryClient.ts',
      find: 'retry: false,\n        networkMode',
      replace: 'retry: 3,\n        networkMode',
    },
  ],
  '8.1': [{ file: 'web/platform/apiError.ts', find: 'body || response.statusText', replace: 'body' }],
  '8.2': [
    {
      file: 'web/features/uploads/queue.ts',
      find: 'There was an error uploading your videos. Please try again.',
      replace: 'It failed.',
    },
  ],
  '8.6': [
    {
      file: 'web/platform/connection.ts',
      find: "You're offline. Some features may not work.",
      replace: "You're offline.",
    },
  ],
  '8.7': [{ file: 'web/platform/connection.ts', find: 'Loading may be delayed.', replace: 'It is slow.' }],
  '8.8': [
    {
      file: 'web/features/search/SearchOverlay.tsx',
      find: 'Type at least 2 characters to search',
      replace: 'Type more',
    },
  ],
  '8.9': [{ file: 'web/features/search/SearchOverlay.tsx', find: 'Try a different search term', replace: 'Try again' }],
  '8.10': [
    {
      file: 'web/features/uploads/queue.ts',
      find: 'Your videos are being uploaded and will be processed automatically.',
      replace: 'It began.',
    },
  ],
  '8.11': [
    {
      file: 'web/features/videos/DeleteVideoDialog.tsx',
      find: "'The video has been successfully removed.'",
      replace: "'Gone.'",
    },
  ],
  '8.12': [
    {
      file: 'web/features/annotations/AnnotationsCard.tsx',
      find: "'The annotation has been removed successfully.'",
      replace: "'Gone.'",
    },
  ],
  '8.13': [
    { file: 'web/shell/shellActions.ts', find: "'All data has been refreshed from the server.'", replace: "'Done.'" },
  ],
  '9.1': [
    { file: 'web/features/search/SearchOverlay.tsx', find: 'const staleMs = 30_000', replace: 'const staleMs = 0' },
  ],
  '9.2': [
    {
      file: 'web/landing/content.ts',
      find: 'export const rotationMs = 5000',
      replace: 'export const rotationMs = 6000',
    },
  ],
  '9.3': [
    { file: 'web/platform/connection.ts', find: 'const slowBelowMbps = 1.5', replace: 'const slowBelowMbps = 1.4' },
  ],
  '9.4': [
    {
      file: 'web/features/notifications/useNotifications.ts',
      find: 'const pollMs = 30_000',
      replace: 'const pollMs = 60_000',
    },
  ],
  '9.5': [
    { file: 'web/features/notifications/Bell.tsx', find: 'const countedTo = 9', replace: 'const countedTo = 19' },
  ],
  '9.6': [{ file: 'web/shell/BottomBar.tsx', find: 'md:hidden"', replace: 'lg:hidden"' }],
  '9.7': [{ file: 'web/features/operations/useSwipe.ts', find: 'const revealPx = 80', replace: 'const revealPx = 60' }],
  '9.8': [
    { file: 'web/ui/pullWords.ts', find: 'export const thresholdPx = 100', replace: 'export const thresholdPx = 40' },
  ],
  '9.9': [{ file: 'web/ui/Toast.tsx', find: 'const durationMs = 5000', replace: 'const durationMs = 9000' }],
  '9.10': [{ file: 'web/ui/Tooltip.tsx', find: 'const openDelayMs = 700', replace: 'const openDelayMs = 100' }],
  '9.11': [{ file: 'contract/operations.ts', find: "apiHealth: '99.9%'", replace: "apiHealth: '99.8%'" }],
}
