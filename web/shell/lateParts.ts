/** These parts are loaded as one file on every page, after first paint. */
export { Bell } from '#web/features/notifications/Bell.tsx'
export { SearchOverlay } from '#web/features/search/SearchOverlay.tsx'
export * from './navigation/HeaderMenus.tsx'
export { Overlays, ShortcutsHelp } from './Overlays.tsx'
export { TrialBanner } from './TrialBanner.tsx'
