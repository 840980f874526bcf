import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Selects a person's name, with the email address if someone else who belongs to the firm, or ever acted in it, has the
 * same name. `person` is an alias of `users`. A name that contains an address could pass for someone else's.
 */
export function selectShownName(person: string, firmId: SQL | AnyColumn | string): SQL<string> {
  const column = (name: string) => sql.raw(`"${person}"."${name}"`)
  return sql<string>`case when ${column('name')} like '%@%' or exists (
    select from users as twin where twin.name_key = ${column('name_key')} and twin.id <> ${column('id')} and (
      exists (select from members as belonging where belonging.user_id = twin.id and belonging.firm_id = ${firmId})
      or exists (select from audit_events as acted where acted.actor_id = twin.id and acted.chain = ${firmId})))
    then ${column('name')} || ' (' || ${column('email')} || ')' else ${column('name')} end`
}
