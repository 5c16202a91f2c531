import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { networkOf } from '../../lib/server/client-address.ts'
import { hasServiceKey } from './admin.ts'
import type { AuthCall, Next } from './call.ts'
import { emailField, json } from './http.ts'
import { type Device, stampProofs } from './proofs.ts'
import { AttemptLimit, mailPace, tooManyTries } from './rate-limit.ts'
import { followLink, type LinkOptions, readChallenge, sendRecovery, verify } from './recovery.ts'

const minute = 60_000

// Long enough for the email to be in the outbox on a machine that is not busy.
const RECOVERY_ANSWER_MS = 300

/** POST /recover, POST /verify and GET /verify, as often as their limits allow. */
export function linkEndpoints(pool: Pool, options: LinkOptions & { jwtSecret: string; serviceKey: string }) {
  const tokens = new AttemptLimit(30, 5 * minute)
  const mayMail = mailPace()
  // Each link ends the one before it: a stranger who asks for more must not keep somebody from theirs.
  const requests = new AttemptLimit(3, 15 * minute)

  function pace(email: string, { address }: Device): void {
    const key = `${networkOf(address)} ${email}`
    const waitMs = requests.waitMs(key)
    if (waitMs > 0) throw tooManyTries(waitMs)
    mayMail(email)
    requests.take(key)
  }

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
    async recover({ request, url, body, device }: AuthCall): Promise<Response> {
      const email = emailField(body)
      const challenge = readChallenge(body)
      // The database limits what staff send (private.prepare_password_mail).
      if (!hasServiceKey(request, options.serviceKey)) pace(email, device)
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
