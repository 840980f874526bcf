export { invalidateNouns, nothingElse, read, useCommand, useRead } from './api.ts'
export { ApiError, isNotFound, describeError } from './apiError.ts'
export { call, buildUrl } from './call.ts'
export { CommandForm, useCommandForm } from './form.tsx'
export { useConnection } from './network/connection.ts'
export { Failure } from './Failure.tsx'
export {
  formatAgo,
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatDay,
  formatDuration,
  formatTimecode,
  getToday,
  isolate,
} from './format.ts'
export { FailTogether, Loaded, together, useFailTogether, useWaitFor } from './Loaded.tsx'
export { oneTimeToken, safeNext } from './page/next.ts'
export { keepForOffline } from './network/offline.ts'
export { usePages } from './pages.ts'
export { containsWords, splitWords } from './page/pageSearch.ts'
export { lazyPart } from './network/reachable.ts'
export { useAccount, useCompleteSignIn, useRestoreTime } from './session.ts'
export { useShortcuts } from './page/shortcuts.ts'
export { readSetting, writeSetting } from './storage.ts'
export { toast } from './toast.ts'
export { readTranscriptFile } from './transcriptFile.ts'
