import type { FastifyInstance } from 'fastify'
import { ok } from '#contract/endpoint.ts'
import * as contract from '#contract/notifications.ts'
import { absent } from '#server/platform/errors.ts'
import { mount } from '#server/platform/route.ts'
import {
  listNotifications,
  markAllRead,
  markRead,
  readSettings,
  removeNotification,
  saveSettings,
} from './notifications.queries.ts'

export function notificationRoutes(app: FastifyInstance): void {
  mount(app, contract.listNotifications, ({ db, actor }) => listNotifications(db, actor))
  mount(app, contract.readNotification, async ({ db, actor }, { params }) => {
    if (!(await markRead(db, actor, params.id))) throw absent('notification')
    return ok
  })
  mount(app, contract.readAllNotifications, async ({ db, actor }) => {
    await markAllRead(db, actor)
    return ok
  })
  mount(app, contract.deleteNotification, async ({ db, actor }, { params }) => {
    if (!(await removeNotification(db, actor, params.id))) throw absent('notification')
    return ok
  })
  mount(app, contract.readNotificationSettings, ({ db, actor }) => readSettings(db, actor))
  mount(app, contract.saveNotificationSettings, ({ db, actor }, { input }) => saveSettings(db, actor, input))
}
