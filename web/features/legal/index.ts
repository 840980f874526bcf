export { LegalArticle, listTexts } from './LegalArticle.tsx'
export { legalSections } from './legalSections.ts'
export { MeasuredFigures } from './MeasuredFigures.tsx'
