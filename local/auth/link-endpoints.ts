import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { networkOf } from '../../lib/server/client-address.ts'
import type { AuthCall, Next } from './call.ts'
import { emailField, json } from './http.ts'
import { stampProofs } from './proofs.ts'
import { AttemptLimit, mailPace, tooManyTries } from './rate-limit.ts'
import { followLink, type LinkOptions, readChallenge, sendRecovery, verify } from './recovery.ts'

const minute = 60_000

// Long enough for the email to be in the outbox on a machine that is not busy.
const RECOVERY_ANSWER_MS = 300

/** POST /recover, POST /verify and GET /verify, as often as their limits allow. */
export function linkEndpoints(pool: Pool, options: LinkOptions & { jwtSecret: string }) {
  const tokens = new AttemptLimit(30, 5 * minute)
  const mayMail = mailPace()

  /** As in GoTrue: whatever /verify was given, the method is recorded as 'otp'. */
  function byLink({ next, device }: AuthCall): Next {
    return async (request) => stampProofs(await next(request), pool, options.jwtSecret, device, 'otp')
  }

  async function limited({ device }: AuthCall, check: () => Promise<Response>): Promise<Response> {
    const network = networkOf(device.address)
    if (!tokens.take(network)) throw tooManyTries()
    const response = await check()
    const failed = response.status >= 400 || /error_code=/.test(response.headers.get('location') ?? '')
    if (!failed) tokens.giveBack(network)
    return response
  }

  return {
    async recover({ url, body }: AuthCall): Promise<Response> {
      const email = emailField(body)
      const challenge = readChallenge(body)
      mayMail(email)
      // Not awaited: for existing accounts there is work to do, so the response time would reveal them.
      sendRecovery(pool, options, email, url.searchParams.get('redirect_to'), challenge).catch(
        (error: unknown) => console.error('A recovery email could not be sent:', error),
      )
      await delay(RECOVERY_ANSWER_MS)
      return json(200, {})
    },
    verify: (call: AuthCall) => limited(call, () => verify(call.request, call.body, pool, byLink(call))),
    follow: (call: AuthCall) => limited(call, () => followLink(call.request, pool, options, byLink(call))),
  }
}
