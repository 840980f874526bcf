import { bigint, timestamp } from 'drizzle-orm/pg-core'

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const number = (name: string) => bigint(name, { mode: 'number' })
