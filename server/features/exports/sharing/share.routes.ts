import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firms } from '#server/features/team/team.table.ts'
import { getAccessLog } from '#server/features/audit/accesses.ts'
import { sendBytes } from '#server/platform/http/bytes.ts'
import { publicUrl } from '#server/platform/config.ts'
import {
  countDownload,
  findOpening,
  isGuarded,
  createOpening,
  record,
  recordUsedUp,
  checkKeys,
  type Visitor,
  toAddress,
  isCode,
  sendCode,
} from './door.ts'
import {
  addressPage,
  codePage,
  filePage,
  gonePage,
  lockedPage,
  pagePolicy,
  passwordPage,
  usedUpPage,
} from './share.page.ts'
import { isUsedUp, findShared, type Shared } from '../core/exports.queries.ts'
import { reportChangedExport } from '../core/exports.service.ts'
import { getSentKind, type Makers } from '../core/maker.ts'

const toWrongKeys = ({ emailCode, passwordHash }: Shared['link'], left: number): string => {
  const what = !emailCode ? 'password' : passwordHash === null ? 'code' : 'password or code'
  return `Wrong ${what}. ${left === 1 ? '1 attempt' : `${left} attempts`} left before the link locks.`
}

type Asked = FastifyRequest<{ Params: { token: string }; Querystring: { t?: unknown } }>

const cookieName = 'venire_share'
const browserChars = 120
const formBytes = 4096
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const tokenPattern = /^[A-Za-z0-9_-]{43}$/
/** Start time in seconds with up to three decimals, such as "12.3". */
const startPattern = /^\d{1,6}(\.\d{1,3})?$/

/** Registers the public routes. Every request checks in the database that the link is open. */
export function shareRoutes(app: FastifyInstance, makers: Makers): void {
  void app.register(async (scope) => {
    const { database, storage, config, live, mailer } = app.parts
    const { db } = database
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    // `onSend` doesn't run for files.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
    })

    const isHttps = publicUrl(config).startsWith('https:')
    const open = (reply: FastifyReply, token: string, opening: string) =>
      // Without an expiry, this is a session cookie.
      reply.setCookie(cookieName, opening, { path: `/s/${token}`, httpOnly: true, sameSite: 'lax', secure: isHttps })
    const answer = (reply: FastifyReply, status: number, page: string) =>
      reply.code(status).header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(page)
    const find = ({ params }: Asked) => (tokenPattern.test(params.token) ? findShared(db, params.token) : null)

    const readFirmName = async (firmId: string): Promise<string> => {
      const [firm] = await db.select({ name: firms.name }).from(firms).where(eq(firms.id, firmId))
      return firm?.name ?? ''
    }
    const showFile = async (reply: FastifyReply, shared: Shared, request: Asked) => {
      const firm = await readFirmName(shared.row.firmId)
      return answer(reply, 200, filePage(shared, firm, `/s/${request.params.token}`, readStart(request)))
    }
    /** Rejects a link with no downloads left before asking for a password or code. */
    const refuseUsedUp = async (reply: FastifyReply, { link }: Shared, request: Asked) => {
      await recordUsedUp(db, link, toVisitor(request))
      return answer(reply, 403, usedUpPage)
    }
    const firstPage = ({ link }: Shared) => (link.emailCode ? addressPage(null) : passwordPage(null))

    scope.get('/s/:token', async (request: Asked, reply) => {
      const shared = await find(request)
      if (!shared) return answer(reply, 410, gonePage)
      const { token } = request.params
      const opened = await findOpening(db, shared.link, request.cookies[cookieName])
      if (isUsedUp(shared.link) && !opened?.isCounted) return refuseUsedUp(reply, shared, request)
      if (opened) return showFile(reply, shared, request)
      if (isGuarded(shared.link)) return answer(reply, 200, firstPage(shared))
      open(reply, token, await createOpening(db, shared.link))
      await record(db, shared.link, shared.row, 'page_opened', toVisitor(request))
      return showFile(reply, shared, request)
    })

    scope.post('/s/:token', async (request: Asked, reply) => {
      const shared = await find(request)
      if (!shared) return answer(reply, 410, gonePage)
      const { token } = request.params
      const { body } = request
      // The form posts to the page's own URL, including the start time.
      const start = readStart(request)
      const page = `/s/${token}${start === null ? '' : `?t=${start}`}`
      const field = (name: string) => (body instanceof URLSearchParams && body.get(name)) || ''
      const { link, row } = shared
      if (!isGuarded(link)) return reply.redirect(page, 303)
      if (isUsedUp(link)) return refuseUsedUp(reply, shared, request)
      const [password, email, digits] = [
        field('password'),
        toAddress(field('email')),
        field('code').replaceAll(/\s/g, ''),
      ]
      const hasPassword = link.passwordHash !== null
      if (link.emailCode && !emailPattern.test(email)) return answer(reply, 400, addressPage('Enter an email address.'))
      if (link.emailCode && digits === '') {
        await sendCode(db, mailer, shared, { email, firm: await readFirmName(row.firmId) }, toVisitor(request))
        return answer(reply, 200, codePage(email, hasPassword, null))
      }
      const again = (fault: string) => (link.emailCode ? codePage(email, hasPassword, fault) : passwordPage(fault))
      if (hasPassword && password === '') return answer(reply, 400, again('Enter the password.'))
      const keys = { password, code: link.emailCode ? { email, digits } : null }
      const tried = await checkKeys(db, shared, keys, (to, typed) => isCode(db, shared, to, typed), toVisitor(request))
      live.publish({ firmId: row.firmId, nouns: ['exports'] })
      if (tried.kind === 'locked') {
        reply.header('retry-after', String(tried.minutes * 60))
        return answer(reply, 429, lockedPage(tried.minutes))
      }
      if (tried.kind === 'wrong') {
        return answer(reply, 403, again(toWrongKeys(link, tried.left)))
      }
      open(reply, token, tried.opening)
      return reply.redirect(page, 303)
    })

    scope.route({
      method: ['GET', 'HEAD'],
      url: '/s/:token/file',
      handler: async (request: Asked, reply) => {
        const shared = await find(request)
        if (!shared) return answer(reply, 410, gonePage)
        const { link, row } = shared
        const opening = request.cookies[cookieName]
        if (opening === undefined || !(await findOpening(db, link, opening)))
          return !isGuarded(link) && request.method === 'GET' && request.headers.range === undefined
            ? reply.redirect(`/s/${request.params.token}`, 303)
            : answer(reply, 403, firstPage(shared))
        if (request.method === 'GET') {
          if (!(await countDownload(db, shared, opening, toVisitor(request)))) return answer(reply, 403, usedUpPage)
          live.publish({ firmId: row.firmId, nouns: ['exports', 'notifications'] })
        }
        return sendBytes(storage, request, reply, {
          key: row.fileKey,
          kind: getSentKind(makers, row),
          etag: row.sha256,
          saveAs: row.filename,
          sha256: row.sha256,
          onChanged: (found) => reportChangedExport(app.parts, row, found),
          onOpen: () =>
            getAccessLog(db).open({
              firmId: row.firmId,
              caseId: row.caseId,
              entity: 'export',
              entityId: row.id,
              file: 'file, by link',
              by: { linkId: link.id },
              ip: request.ip,
              action: 'export.accessed_by_link',
            }),
        })
      },
    })
  })
}

const toVisitor = (request: FastifyRequest): Visitor => ({
  ip: request.ip,
  browser: (request.headers['user-agent'] ?? '').slice(0, browserChars),
})

const readStart = ({ query }: Asked): number | null =>
  typeof query.t === 'string' && startPattern.test(query.t) ? Number(query.t) : null
