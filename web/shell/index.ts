export { forgetSession, lastSession, leave } from './shellActions.ts'
export { PrivilegeMark } from './PrivilegeMark.tsx'
export { PageSearch, EntryPage, PublicPage } from './PublicPage.tsx'
export { LoadedScreen, Screen, useScreenTitle, useOpenRequest } from './Screen.tsx'
