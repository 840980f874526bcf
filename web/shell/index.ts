export { forgetSession, lastSession, leave } from './shellActions.ts'
export { PageSearch, EntryPage, PublicPage } from './PublicPage.tsx'
export { LoadedScreen, Screen, useScreenTitle, useOpenRequest } from './Screen.tsx'
