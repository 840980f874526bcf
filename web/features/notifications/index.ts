export { NotificationSettingsForm } from './NotificationSettingsForm.tsx'
export { NotificationsPanel } from './NotificationsPanel.tsx'
