export { AnnotationsCard } from './AnnotationsCard.tsx'
export { KeepButton } from './KeepButton.tsx'
