export { OperationsView } from './OperationsView.tsx'
export { UploadDataDialog } from './UploadDataDialog.tsx'
