export {
  ExportCenter,
  ExportReportDialog,
  type ExportsQuery,
  useCaseExports,
  useSessionExports,
} from './ExportCenter.tsx'
export { ExportPolicyCard } from './ExportPolicyCard.tsx'
export { getExportRights, type Rights, type Scope } from './builder/plan.ts'
export { usePrintRecord } from './PrintRecord.tsx'
