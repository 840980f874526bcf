export { AnalysisPolicyCard } from './AnalysisPolicyCard.tsx'
export { SignInRulesCard } from './SignInRulesCard.tsx'
export { StorageCard } from './StorageCard.tsx'
