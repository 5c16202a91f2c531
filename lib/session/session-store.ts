import type { User } from '@supabase/supabase-js'
import { getSupabase } from '../supabase/browser-client'
import { decodedToken } from './access-token'
import { onRefusal } from './refused-session'

/** undefined until it is known who is signed in, null if nobody is (specification section 4). */
export type CurrentUser = User | null | undefined

// Error codes of auth-js when the cookies hold no session, and when the server no longer knows it.
const NO_SESSION = 'AuthSessionMissingError'

/** Minimum time between routine checks, as for refetching on focus (specification section 9). */
const CHECK_EVERY_MS = 5000

let current: CurrentUser
let sessionId: string | undefined
let started = false
let checking: Promise<void> | undefined
let checkedAt = Number.NEGATIVE_INFINITY
/** Number of sessions that have ended in this page: answers about an earlier one do not apply to the current one. */
let ended = 0
let waiting: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function publish(user: CurrentUser, accessToken?: string) {
  const before = sessionId
  if (accessToken !== undefined) sessionId = sessionIdOf(accessToken)
  if (!user) sessionId = undefined
  if (before !== undefined && sessionId !== before) ended++
  // The same user as a new object would only rerender every reader.
  const isSame = user === current || (user && current && JSON.stringify(user) === JSON.stringify(current))
  if (isSame && sessionId === before) return
  if (!isSame) current = user
  for (const listener of listeners) listener()
}

async function start() {
  try {
    const supabase = await getSupabase()
    supabase.auth.onAuthStateChange((_event, session) =>
      publish(session?.user ?? null, session?.access_token),
    )
    onRefusal(() => void checkSession())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') checkSessionSoon()
    })
    window.addEventListener('focus', checkSessionSoon)
    await checkSession()
  } catch (error) {
    console.error(error)
    started = false
  }
}

/**
 * Asks the auth service whether the session is still valid. A session that ended elsewhere, or lost its cookies, ends here too;
 * when the service cannot be reached, nothing changes. Never throws.
 */
export function checkSession(): Promise<void> {
  checkedAt = performance.now()
  clearTimeout(waiting)
  waiting = undefined
  checking ??= askService()
    .catch((error: unknown) => console.error(error))
    .finally(() => {
      checking = undefined
    })
  return checking
}

/** The same, at most once every five seconds: now, or as soon as they have passed. */
export function checkSessionSoon(): void {
  const rest = checkedAt + CHECK_EVERY_MS - performance.now()
  if (rest <= 0) void checkSession()
  else waiting ??= setTimeout(checkSession, rest)
}

async function askService() {
  const { auth } = await getSupabase()
  const before = ended
  const { data, error } = await auth.getUser()
  if (ended !== before) return
  if (data.user) return publish(data.user)
  if (error?.name === NO_SESSION) return publish(null)
  if (!refuses(error)) return
  // The access token is refused; the session may still have a valid refresh token.
  const renewed = await auth.refreshSession()
  if (renewed.error && (refuses(renewed.error) || renewed.error.name === NO_SESSION)) {
    await auth.signOut({ scope: 'local' })
  }
}

function refuses(error: { status?: number } | null): boolean {
  return error?.status === 400 || error?.status === 401 || error?.status === 403 || error?.status === 404
}

function sessionIdOf(accessToken: string): string | undefined {
  const { session_id } = decodedToken(accessToken)
  return typeof session_id === 'string' ? session_id : undefined
}

/** Starts with the user for whom the server rendered the page, until the cookies and the auth service have been checked. */
export function startAs(user: User): void {
  if (!started) current ??= user
}

/** Calls back whenever the signed-in user or their session changes; the first subscriber starts the session check. */
export function subscribeToUser(listener: () => void): () => void {
  listeners.add(listener)
  if (!started) {
    started = true
    void start()
  }
  return () => listeners.delete(listener)
}

/** The signed-in user, as far as known. */
export function currentUser(): CurrentUser {
  return current
}

/**
 * The session's id, the same in all tabs and across token refreshes; undefined without a session, and on a page that the server
 * rendered until the cookies have been read.
 */
export function currentSessionId(): string | undefined {
  return sessionId
}
