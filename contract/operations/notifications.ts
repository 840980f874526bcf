import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, Timestamp } from '../endpoint.ts'

export const notificationTypes = ['success', 'warning', 'error', 'info'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notificationCategories = ['case', 'session', 'video', 'export', 'team', 'system', 'generic'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

export const Notification = z.object({
  id: Id,
  type: z.enum(notificationTypes),
  category: z.enum(notificationCategories),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  timestamp: Timestamp,
  actionUrl: z.string().nullable(),
  actionLabel: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

/** Emails contain only counts so they can't reveal who a notification is about. */
export const mailFrequencies = ['never', 'daily', 'at_once'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

const muted = z.array(z.enum(notificationCategories)).max(notificationCategories.length)

export const NotificationSettings = z.strictObject({
  muted,
  mail: z.enum(mailFrequencies),
  morning: z.boolean(),
  canMail: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const one = z.strictObject({ id: Id })

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications, newest first.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(Notification),
  touches: ['notifications'],
})

export const readNotification = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/:id/read',
  summary: 'Mark a notification as read.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['notifications'],
})

export const readAllNotifications = defineEndpoint({
  method: 'PATCH',
  path: '/api/notifications/read-all',
  summary: 'Mark all your notifications as read.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: done,
  touches: ['notifications'],
})

export const deleteNotification = defineEndpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  summary: 'Delete a notification.',
  needs: 'member',
  params: one,
  input: nothing,
  output: done,
  touches: ['notifications'],
})

export const readNotificationSettings = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Get your muted categories and email schedule.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: NotificationSettings,
  touches: ['notifications'],
})

export const saveNotificationSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/settings',
  summary: 'Change your muted categories and email schedule.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ muted, mail: z.enum(mailFrequencies).optional(), morning: z.boolean().optional() }),
  output: NotificationSettings,
  touches: ['notifications'],
})
