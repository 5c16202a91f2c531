import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { inTurn } from '@/lib/api/in-turn'
import { failureMessage } from '@/lib/errors'
import {
  checkNumber,
  type EmergencyOutcome,
  endNumber,
  forEach,
  type RecordStep,
  registerNumber,
} from '@/lib/providers/emergency-service'
import type { EmergencyPlace } from '@/lib/providers/number-provider'
import { emergencyProvider } from '@/lib/providers/sources'
import { emergencyAddress } from '@/lib/resources/emergency-address'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { dataOf } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'
import { MAX_ASKED } from '@/lib/telephony/emergency-registration'

export const config = { api: { bodyParser: false } }

const NOT_FOUND = 'Number not found.'

const tenant = z.object({ tenantId: z.guid() })
const numbers = z
  .array(z.strictObject({ id: z.guid(), version: z.int().min(1) }))
  .min(1)
  .max(MAX_ASKED)
const asked = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('register'), numbers, address: z.guid() }),
  z.strictObject({ action: z.enum(['check', 'end']), numbers }),
])

/**
 * POST /api/tenants/{tenantId}/emergency-registrations: registers the tenant's numbers for 911 at one of its addresses, asks the
 * carrier for their status, or ends their registration; through the provider if its key is set. Repeating it after a lost response
 * answers the same. Answers [{id, problem, note, rejected}] in the order requested: what went wrong, what is left to do by hand, and
 * whether the carrier's rejection is recorded. 404 if the tenant has none of the numbers or not the address, 422 for an address that
 * emergency services could not find.
 */
export default apiHandler(
  { methods: ['POST'], section: 'telephony', action: 'edit', query: tenant, body: asked, maxBytes: 8192 },
  async ({ query: { tenantId }, body, supabase }): Promise<EmergencyOutcome[]> => {
    const admin = requireAdminClient('Numbers cannot be registered for 911')
    const place = body.action === 'register' ? await placeOf(supabase, tenantId, body.address) : null
    const parts = { provider: await emergencyProvider(), record: recorder(supabase, tenantId) }
    const outcomes = await forEach(body.numbers, ({ id, version }) =>
      inTurn(admin, `911 ${id}`, async () => {
        const found = await numberOf(supabase, tenantId, id)
        if (!found) return { id, problem: NOT_FOUND, note: null }
        const did = { ...found, seen: version }
        if (place) return registerNumber(did, place, parts)
        return body.action === 'check' ? checkNumber(did, parts) : endNumber(did, parts)
      }).catch((error: unknown) => ({
        id,
        problem: error instanceof ApiFailure ? error.message : failureMessage(error),
        note: null,
      })),
    )
    if (outcomes.every(({ problem }) => problem === NOT_FOUND)) throw new ApiFailure(404, NOT_FOUND)
    return outcomes
  },
)

async function numberOf(supabase: Supabase, tenantId: string, id: string) {
  const { data } = await supabase
    .from('dids')
    .select(
      'id, number, version, updated_at, emergency_address_id, e911_state, e911_reason, e911_reference, e911_answered_at',
    )
    .eq('tenant_id', tenantId)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

async function placeOf(supabase: Supabase, tenantId: string, address: string): Promise<EmergencyPlace> {
  const [{ data: found }, company] = await Promise.all([
    supabase
      .from('emergency_addresses')
      .select('*')
      .eq('tenant_id', tenantId)
      .eq('id', address)
      .maybeSingle()
      .throwOnError(),
    supabase.from('companies').select('name').eq('domain_uuid', tenantId).maybeSingle().throwOnError(),
  ])
  if (!found) throw new ApiFailure(404, 'Address not found.')
  const complete = emergencyAddress.schema.safeParse(found)
  if (!complete.success) {
    throw new ApiFailure(
      422,
      `Correct the address ${found.label} first. ${complete.error.issues[0]?.message}`,
    )
  }
  return { ...found, name: company.data?.name ?? found.label }
}

function recorder(supabase: Supabase, tenant: string): RecordStep {
  return async ({ id, version, to, place, reason, reference }) => {
    const sent = place && { ...place }
    const step = {
      did: id,
      tenant,
      expected_version: version,
      to_state: to,
      address: place?.id,
      sent,
      reason,
      reference,
    }
    dataOf(await supabase.rpc('set_e911_state', step))
  }
}
