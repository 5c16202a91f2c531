import type { Pool } from 'pg'
import type { AuthCall } from './call.ts'
import { enrollFactor, type EnrollmentOptions, unenrollFactor } from './factor-enrollment.ts'
import { challengeFactor, factorVerifier } from './factor-verification.ts'
import { AuthError } from './http.ts'
import { openSession } from './sessions.ts'

const path = /^\/factors(?:\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\/challenge|\/verify)?)?$/

/** Whether a path below /auth/v1 is one of the factors'. */
export function isFactorsPath(at: string): boolean {
  return path.test(at)
}

/**
 * GoTrue's endpoints for TOTP factors: POST /factors, POST /factors/{id}/challenge and /verify, DELETE /factors/{id}, for callers with an
 * open session.
 */
export function factorsEndpoint(
  pool: Pool,
  options: EnrollmentOptions,
): (call: AuthCall) => Promise<Response> {
  const verifyFactor = factorVerifier(pool, options.jwtSecret)
  return async (call) => {
    const [, factorId, action = ''] = path.exec(call.path) ?? []
    const caller = await openSession(pool, call.request, options.jwtSecret)
    const { method } = call.request
    if (!factorId) {
      if (method === 'POST') return enrollFactor(call, caller, pool, options)
    } else if (method === 'DELETE' && !action) return unenrollFactor(caller, factorId, pool)
    else if (method === 'POST' && action === '/challenge') return challengeFactor(caller, factorId, pool)
    else if (method === 'POST' && action === '/verify') return verifyFactor(call, caller, factorId)
    throw new AuthError(405, 'method_not_allowed', 'Method not allowed')
  }
}
