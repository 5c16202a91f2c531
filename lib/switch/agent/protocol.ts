import { z } from 'zod'
import { REGISTRATION_FAILURES, TENANTS } from '../../supabase/constraints'

// The protocol between the agent beside a FreeSWITCH (switch/) and the app: POST /api/switch/agent/<name>, JSON in both directions. What the
// app tells is in agent-update.ts, what the agent tells in agent-event.ts and call-report.ts, what it asks in dialed-request.ts; here is what
// they share. The agent imports only types from them, because the schema library would use more memory than all of its own code.

/** A moment, ISO 8601 in UTC. */
export const at = z.iso.datetime()
/** Text as long as its column takes. */
export const text = ({ maxLength }: { maxLength: number }) => z.string().max(maxLength)
/** A phone's account: its tenant's domain, and its name there. */
export const account = {
  domain: text(TENANTS.domain),
  account: text(REGISTRATION_FAILURES.account).min(1),
}
