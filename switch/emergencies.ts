import { deliveredRecords } from '../lib/cdr/post-body'
import type { AgentEvent } from '../lib/switch/agent/agent-event'
import { AWAY, EMERGENCY, PARTNER, PHONE } from '../lib/switch/channel-variables'
import { notifiedCall } from '../lib/switch/emergency'
import { REFERRED } from '../lib/switch/request'
import type { TenantState } from '../lib/switch/switch-store'
import { nextStep } from '../lib/telephony/routing/next-step'
import { callFromPhone } from '../lib/telephony/routing/place'

type Emergency = Extract<AgentEvent, { kind: 'emergency' }>['data']

/**
 * Dispositions of a call that somebody answered, or that the caller gave up before (switch_ivr_originate.c), and of one whose phone has
 * handed somebody over to it while it rang: who answered them, it does not say.
 */
const REACHED = ['SUCCESS', 'ORIGINATOR_CANCEL', 'failure']

/** The 911 calls that the switch sent out while nobody answered its questions, from a posted call record: nobody was notified. */
export function emergenciesIn(
  body: string,
  tenantOf: (domain: string) => TenantState | undefined,
): Emergency[] {
  const text = body.startsWith('cdr=') ? Buffer.from(body.slice(4), 'base64').toString() : body
  if (!text.includes(AWAY)) return []
  return deliveredRecords(body).flatMap(({ json }): Emergency[] => {
    const { variables = {} } = Object(json) as { variables?: Record<string, string | undefined> }
    const { [AWAY]: away, [EMERGENCY]: digits, domain_name, user_name, uuid, start_epoch } = variables
    const { originate_disposition: disposition = '' } = variables
    // A phone that was called, and then transferred, has its own way; whoever has called gets that of the phone that transfers them.
    const called = user_name ? undefined : variables[PHONE]
    const dialer = called ?? (variables[REFERRED] ? variables[PARTNER] : user_name)
    const snapshot = tenantOf(domain_name ?? '')?.snapshot
    const phone = snapshot?.extensions.find(({ id }) => id === dialer)
    if (!away || !digits || !uuid || !snapshot || !phone) return []
    const step = nextStep(snapshot, { at: 'dialed', digits }, callFromPhone(phone), 0)
    const notice = notifiedCall(step, uuid)
    const leaves = REACHED.includes(disposition)
    const at = new Date(Number(start_epoch) * 1000 || Date.now()).toISOString()
    return notice ? [{ at, tenant: snapshot.tenant.id, ...notice, leaves }] : []
  })
}
