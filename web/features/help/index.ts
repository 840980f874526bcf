export { ContactForm } from './ContactForm.tsx'
export { GuideArticle } from './GuideArticle.tsx'
export { type Guide, guides } from './guides.ts'
