import { createServerClient } from '@supabase/ssr'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { type NextRequest, NextResponse } from 'next/server'
import { publicEnv } from '@/lib/env'
import { LOGIN_PATH, loginPath, safeNextPath } from '@/lib/paths'
import { sessionReader, tokenInForce } from '@/lib/session/recovery-margin'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from '@/lib/session/session-cookie'
import { serverSupabaseUrl } from '@/lib/supabase/server-url'

/** Runs in the server's own process: a sandbox per request takes longer than the answer. */
export const config = {
  runtime: 'nodejs',
  matcher: ['/login', '/app/:path*', '/customers/:path*', '/provision/:file'],
}

/** Where phones fetch their configuration. Not a rewrite in next.config.ts: that would add code for rewrites to every page. */
const PROVISION = '/provision/'

/**
 * Redirects a visitor without a session to the sign-in page, which returns them afterwards, and someone signed in away from it,
 * unless its address has a `reason` to show. Renews the session cookie when its token has expired. Runs for page loads; navigation
 * within the app skips it (hooks/use-page-prefetch.ts).
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname, search, searchParams } = request.nextUrl
  if (pathname.startsWith(PROVISION)) return NextResponse.rewrite(new URL(`/api${pathname}`, request.url))
  const { signedIn, next, withSession } = await readSession(request)
  if (pathname === LOGIN_PATH) {
    const leave = signedIn && !searchParams.has('reason')
    return withSession(leave ? redirect(request, safeNextPath(searchParams.get('next'))) : next())
  }
  return withSession(signedIn ? next() : redirect(request, loginPath(pathname + search)))
}

function redirect(request: NextRequest, path: string): NextResponse {
  return NextResponse.redirect(new URL(path, request.url))
}

async function readSession(request: NextRequest) {
  // The cookie is trusted without asking the auth service, because it only decides where to send a visitor. The database verifies the
  // token before it lets anyone read or write.
  if (tokenInForce(request.cookies.getAll())) {
    // The page is given its request as it came: passing one on copies every header.
    return {
      signedIn: true,
      next: () => NextResponse.next(),
      withSession: (response: NextResponse) => response,
    }
  }
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
  const { data, error } = await supabase.auth.getSession()
  // While the auth service is unreachable, nobody is signed out.
  const signedIn = data.session !== null || isAuthRetryableFetchError(error)
  return {
    signedIn,
    next: () => NextResponse.next({ request }),
    withSession: (response: NextResponse) => {
      for (const { name, value, options } of changed) response.cookies.set(name, value, options)
      for (const [name, value] of Object.entries(changedHeaders)) response.headers.set(name, value)
      return response
    },
  }
}
