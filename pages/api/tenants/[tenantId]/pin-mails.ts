import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'
import { loadCompanyName } from '@/lib/company/profile'
import { MailFailure } from '@/lib/mail/mail'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { MAX_PIN_MAILS, type PinsMailed } from '@/lib/telephony/pin-mail'
import { mailPin, openPins } from '@/lib/telephony/pin-mail-service'
import { requireVault } from '@/lib/vault/server-vault'

export const config = { api: { bodyParser: false } }

const route = z.object({ tenantId: z.guid() })
const body = z.strictObject({
  request: z.guid(),
  pins: z
    .array(z.strictObject({ number: z.string().max(16), sealed: z.string().min(1).max(255) }))
    .min(1)
    .max(MAX_PIN_MAILS),
})

/**
 * POST /api/tenants/{tenantId}/pin-mails {request, pins: [{number, sealed}]}: mails voicemail PINs that the caller has just assigned
 * to the owners' addresses, each once for the same `request`, and returns PinsMailed. 404 if the tenant has none of the extensions; 502
 * if no mail could be sent.
 */
export default apiHandler(
  {
    methods: ['POST'],
    section: 'telephony',
    action: 'edit',
    query: route,
    body,
    limit: { of: 'PIN mails by', times: 20, withinSeconds: 60 },
  },
  async ({ query: { tenantId: tenant }, body: { request, pins }, supabase }) => {
    const vault = requireVault()
    const admin = requireAdminClient('PINs cannot be emailed')
    const [company, opened, codes] = await Promise.all([
      loadCompanyName(admin),
      openPins(supabase, admin, vault, tenant, pins),
      supabase
        .from('feature_codes')
        .select('code')
        .match({ tenant_id: tenant, feature: 'own_voicemail', enabled: true })
        .throwOnError(),
    ])
    const from = { company, code: codes.data[0]?.code }
    const answer: PinsMailed = { sent: 0, left: [] }
    let failure: MailFailure | undefined
    for (const { number, recipient, pin } of opened) {
      if (recipient === null || pin === null) {
        answer.left.push(number)
        continue
      }
      try {
        await mailPin(admin, tenant, request, { number, recipient, pin }, from)
        answer.sent++
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error
        failure = error
        answer.left.push(number)
      }
    }
    if (failure && answer.sent === 0) throw failure
    return answer
  },
)
