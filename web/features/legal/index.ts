export { LegalArticle, textsOf } from './LegalArticle.tsx'
export { legalSections } from './legalSections.ts'
export { MeasuredFigures } from './MeasuredFigures.tsx'
