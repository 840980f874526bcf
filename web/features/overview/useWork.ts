import { readWorkOverview } from '#contract/cases/overview.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'

export const useWork = () => useRead(readWorkOverview, nothingElse)
