export { AnalysisPolicyCard } from './AnalysisPolicyCard.tsx'
export { StorageCard } from './StorageCard.tsx'
