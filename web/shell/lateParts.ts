/** These parts are loaded as one file on every page, after first paint. */
export { Bell } from '#web/features/notifications/Bell.tsx'
export { FloatingActions } from './FloatingActions.tsx'
export * from './navigation/HeaderMenus.tsx'
export { TrialBanner } from './TrialBanner.tsx'
