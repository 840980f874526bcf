import type { FastifyInstance } from 'fastify'
import { ok } from '#contract/endpoint.ts'
import * as contract from '#contract/operations/notifications.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent } from '#server/platform/errors.ts'
import { mount } from '#server/platform/http/route.ts'
import {
  listNotifications,
  markAllRead,
  markRead,
  readSettings,
  removeNotification,
  saveSettings,
} from './notifications.queries.ts'

export function notificationRoutes(app: FastifyInstance): void {
  mount(app, contract.listNotifications, ({ db, actor }) => listNotifications(db, actor), {
    reads: ['notifications', 'cases'],
  })
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
  const loadSettings = async (db: Db, actor: Actor) => ({
    ...(await readSettings(db, actor)),
    canMail: app.parts.mailer.isConfigured,
  })
  mount(app, contract.readNotificationSettings, ({ db, actor }) => loadSettings(db, actor))
  mount(app, contract.saveNotificationSettings, async ({ db, actor }, { input }) => {
    await saveSettings(db, actor, input)
    return loadSettings(db, actor)
  })
}
