export { invalidateNouns, nothingElse, read, useCommand, useRead } from './api.ts'
export { ApiError, isNotFound, describeError } from './apiError.ts'
export { call, buildUrl } from './call.ts'
export { CommandForm } from './CommandForm.tsx'
export { useConnection } from './connection.ts'
export { Failure } from './Failure.tsx'
export { useCommandForm } from './form.ts'
export {
  formatAgo,
  formatBytes,
  formatCount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatTimecode,
} from './format.ts'
export { Loaded, together } from './Loaded.tsx'
export { oneTimeToken, safeNext } from './next.ts'
export { keepForOffline } from './offline.ts'
export { usePages } from './pages.ts'
export { holdsWords, splitWords } from './pageSearch.ts'
export { lazyPart } from './reachable.ts'
export { useAccount, useEnter } from './session.ts'
export { useShortcuts } from './shortcuts.ts'
export { toast } from './toast.ts'
