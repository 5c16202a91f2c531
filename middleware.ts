import { createServerClient } from '@supabase/ssr'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { type NextRequest, NextResponse } from 'next/server'
import { publicEnv } from '@/lib/env'
import { LOGIN_PATH, loginPath, safeNextPath } from '@/lib/paths'
import { sessionReader } from '@/lib/session/recovery-margin'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from '@/lib/session/session-cookie'
import { serverSupabaseUrl } from '@/lib/supabase/server-url'

/** In the server's own process: a sandbox of its own for each request takes longer than the answer. */
export const config = {
  runtime: 'nodejs',
  matcher: ['/login', '/app/:path*', '/customers/:path*', '/provision/:file'],
}

/** Where phones look for their configuration. A rewrite of Next's own would bring each page the code that follows rewrites. */
const PROVISION = '/provision/'

/**
 * Sends a visitor without a session to the sign-in page and brings them back afterwards; sends someone signed in
 * away from it, unless it is told a `reason` to show. Renews the session cookie when its token has run out.
 * Runs for page loads and for the data requests of client-side navigation alike.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search, searchParams } = request.nextUrl
  if (pathname.startsWith(PROVISION)) return NextResponse.rewrite(new URL(`/api${pathname}`, request.url))
  const { signedIn, withSession } = await readSession(request)
  if (pathname === LOGIN_PATH) {
    const leave = signedIn && !searchParams.has('reason')
    return withSession(
      leave ? redirect(request, safeNextPath(searchParams.get('next'))) : NextResponse.next({ request }),
    )
  }
  return withSession(
    signedIn ? NextResponse.next({ request }) : redirect(request, loginPath(pathname + search)),
  )
}

function redirect(request: NextRequest, path: string): NextResponse {
  return NextResponse.redirect(new URL(path, request.url))
}

async function readSession(request: NextRequest) {
  const changed: { name: string; value: string; options: object }[] = []
  const changedHeaders: Record<string, string> = {}
  const read = sessionReader()
  const supabase = createServerClient(serverSupabaseUrl(), publicEnv().supabaseAnonKey, {
    cookieOptions: SESSION_COOKIE,
    cookieEncoding: SESSION_COOKIE_ENCODING,
    cookies: {
      getAll: () => read(request.cookies.getAll()),
      setAll: (cookies, headers) => {
        for (const { name, value } of cookies) request.cookies.set(name, value)
        changed.push(...cookies)
        Object.assign(changedHeaders, headers)
      },
    },
  })
  // The cookie is believed as it is, without asking the auth service: this decides only where to send a visitor.
  // Pages hold no data, and what may be read or written is decided by the database from a verified token.
  const { data, error } = await supabase.auth.getSession()
  // An auth service that cannot be reached just now is no reason to throw anyone out.
  const signedIn = data.session !== null || isAuthRetryableFetchError(error)
  return {
    signedIn,
    withSession: (response: NextResponse) => {
      for (const { name, value, options } of changed) response.cookies.set(name, value, options)
      for (const [name, value] of Object.entries(changedHeaders)) response.headers.set(name, value)
      return response
    },
  }
}
