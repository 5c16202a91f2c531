import type { Pool } from 'pg'
import { sameSecret } from '../../lib/server/same-secret.ts'
import type { AuthCall } from './call.ts'
import { AuthError, emailField, json, objectField, textField } from './http.ts'
import { createLink, type LinkOptions, type LinkType, mailLink } from './recovery.ts'
import { bearerToken, endSessions } from './sessions.ts'
import {
  type AuthUser,
  createUser,
  deleteUser,
  existing,
  findUser,
  findUserByEmail,
  listUsers,
  updateUser,
  type UserChange,
} from './users.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const hour = 3_600_000
const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: hour }
/** Go's longest duration is about 292 years; later dates are useless anyway. */
const longestBan = 292 * 365 * 24 * hour

/**
 * The admin API of GoTrue: /admin/users, /admin/users/{id}, /admin/generate_link and /invite, for the service key only.
 * Throws AuthError: 401 without a key, 403 with any other, 404 for a path that is none of these.
 */
export async function handleAdmin(
  call: AuthCall,
  pool: Pool,
  options: LinkOptions & { serviceKey: string },
): Promise<Response> {
  const { path, url, body } = call
  const { method } = call.request
  requireServiceKey(call.request, options.serviceKey)
  if (path === '/invite' && method === 'POST') return invite(call, pool, options)
  if (path === '/admin/generate_link' && method === 'POST') return generateLink(call, pool, options)
  if (path === '/admin/users' && method === 'GET') return list(url, pool)
  if (path === '/admin/users' && method === 'POST') {
    const id = textField(body, 'id')
    if (id !== undefined && !uuid.test(id)) {
      throw new AuthError(400, 'validation_failed', 'id must be a UUID')
    }
    return json(200, await createUser(pool, { ...readChange(body), email: emailField(body), id }))
  }
  const id = /^\/admin\/users\/([^/]+)$/.exec(path)?.[1]
  if (id === undefined) throw new AuthError(404, 'not_found', 'Not found')
  if (!uuid.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  if (method === 'GET') return json(200, existing(await findUser(pool, id)))
  if (method === 'PUT') return change(body, pool, id)
  if (method === 'DELETE') {
    if (body.should_soft_delete === true) {
      throw new AuthError(400, 'validation_failed', 'Soft deletion is not supported')
    }
    await deleteUser(pool, id)
    return json(200, {})
  }
  throw new AuthError(405, 'method_not_allowed', 'Method not allowed')
}

/**
 * When a ban of that duration ends, counted from `now` (epoch milliseconds): Go's duration text such as '24h' or
 * '1h30m'; null for 'none'. Throws AuthError 400 for anything else.
 */
export function banEnd(duration: string, now = Date.now()): Date | null {
  if (duration === 'none') return null
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(duration)) {
    throw new AuthError(400, 'validation_failed', `invalid format for ban duration: ${duration}`)
  }
  let milliseconds = 0
  for (const [, amount, unit] of duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    milliseconds += Number(amount) * (units[unit ?? ''] ?? 0)
  }
  if (milliseconds > longestBan) {
    throw new AuthError(400, 'validation_failed', `ban duration is too long: ${duration}`)
  }
  return new Date(now + milliseconds)
}

/** Throws AuthError unless the request has the service key. */
export function requireServiceKey(request: Request, serviceKey: string): void {
  if (!keyOf(request))
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (!hasServiceKey(request, serviceKey)) throw new AuthError(403, 'not_admin', 'User not allowed')
}

/** Whether the request has the service key, as those of the app's server. */
export function hasServiceKey(request: Request, serviceKey: string): boolean {
  return sameSecret(keyOf(request) ?? '', serviceKey)
}

const keyOf = (request: Request) => bearerToken(request) ?? request.headers.get('apikey')

async function list(url: URL, pool: Pool): Promise<Response> {
  const page = pageNumber(url.searchParams.get('page'), 1)
  const perPage = Math.min(pageNumber(url.searchParams.get('per_page'), 50), 1000)
  const { users, total } = await listUsers(pool, page, perPage)
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) =>
    `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')]
  return json(
    200,
    { users, aud: 'authenticated' },
    { 'x-total-count': String(total), link: links.join(', ') },
  )
}

function pageNumber(text: string | null, otherwise: number): number {
  if (!text) return otherwise
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1 || number > 1_000_000) {
    throw new AuthError(400, 'validation_failed', 'Bad Pagination Parameters')
  }
  return number
}

async function change(body: Record<string, unknown>, pool: Pool, id: string): Promise<Response> {
  const changes = readChange(body)
  if (body.email !== undefined) changes.email = emailField(body)
  const user = await updateUser(pool, id, changes)
  const banned = changes.bannedUntil instanceof Date && changes.bannedUntil.getTime() > Date.now()
  if (banned || changes.password !== undefined) await endSessions(pool, user.id)
  return json(200, user)
}

function readChange(body: Record<string, unknown>): UserChange {
  const ban = textField(body, 'ban_duration')
  return {
    password: textField(body, 'password'),
    emailConfirmed: body.email_confirm === true,
    bannedUntil: ban === undefined ? undefined : banEnd(ban),
    userMetadata: objectField(body, 'user_metadata'),
    appMetadata: objectField(body, 'app_metadata'),
  }
}

async function invite({ url, body }: AuthCall, pool: Pool, options: LinkOptions): Promise<Response> {
  const email = emailField(body)
  const user = await invited(pool, email, objectField(body, 'data'))
  const redirectTo = url.searchParams.get('redirect_to')
  const link = await createLink(pool, options, user, 'invite', redirectTo)
  // As in GoTrue: what is stored with the account, which is this request's data for a new one only.
  const data = objectField(user, 'user_metadata') ?? {}
  await mailLink(options, email, 'invite', link, {
    product: textField(data, 'product'),
    invited_by: textField(data, 'invited_by'),
    rights: textField(data, 'rights'),
  })
  return json(200, existing(await findUser(pool, user.id)))
}

async function invited(pool: Pool, email: string, userMetadata?: Record<string, unknown>): Promise<AuthUser> {
  const user = await findUserByEmail(pool, email)
  if (user?.email_confirmed_at) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  return user ?? createUser(pool, { email, userMetadata, invited: true })
}

async function generateLink({ url, body }: AuthCall, pool: Pool, options: LinkOptions): Promise<Response> {
  const email = emailField(body)
  const type = linkType(textField(body, 'type'))
  const redirectTo = url.searchParams.get('redirect_to') ?? textField(body, 'redirect_to') ?? null
  const user =
    type === 'invite'
      ? await invited(pool, email, objectField(body, 'data'))
      : existing(await findUserByEmail(pool, email))
  const link = await createLink(pool, options, user, type, redirectTo)
  return json(200, {
    ...existing(await findUser(pool, user.id)),
    action_link: link.actionLink,
    // No typed-in code: a six-digit code could be guessed.
    email_otp: '',
    hashed_token: link.hashedToken,
    redirect_to: link.redirectTo,
    verification_type: type,
  })
}

function linkType(type: string | undefined): LinkType {
  if (type === 'invite' || type === 'recovery' || type === 'magiclink') return type
  throw new AuthError(400, 'validation_failed', 'type must be invite, recovery or magiclink')
}
