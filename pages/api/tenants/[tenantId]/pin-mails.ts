import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { inTurn } from '@/lib/api/in-turn'
import { loadCompanyName } from '@/lib/company/profile'
import { MailFailure, sendMail } from '@/lib/mail/mail'
import { noted } from '@/lib/mail/note-mail'
import { requireAdminClient } from '@/lib/supabase/admin-client'
import { typed } from '@/lib/supabase/answer'
import { MAX_PIN_MAILS, pinMail, type PinsMailed } from '@/lib/telephony/pin-mail'
import { readStored } from '@/lib/vault/seal-secrets'
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
 * to the owners' addresses, each once for the same `request`, and returns PinsMailed. PINs are identified by their encrypted text, which only the assigner has: comparing a
 * typed PIN would allow guessing. 404 if the tenant has none of the extensions; 502 if no mail could be sent.
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
    const admin = requireAdminClient('PINs cannot be mailed')
    const numbers = pins.map(({ number }) => number)
    const [company, mailboxes, codes] = await Promise.all([
      loadCompanyName(admin),
      supabase
        .from('extensions')
        .select('id, extension, voicemail_email')
        .eq('tenant_id', tenant)
        .in('extension', numbers)
        .throwOnError(),
      supabase
        .from('feature_codes')
        .select('code')
        .eq('tenant_id', tenant)
        .eq('feature', 'own_voicemail')
        .eq('enabled', true)
        .throwOnError(),
    ])
    if (mailboxes.data.length === 0) throw new ApiFailure(404, 'Extension not found.')
    const { data } = await admin.rpc('sip_secrets', { tenant }).throwOnError()
    const stored = typed<{ extension_id: string; field: string; sealed: string | null }[]>(data)
    const wanted = pins.map(({ number, sealed }) => {
      const mailbox = mailboxes.data.find(({ extension }) => extension === number)
      const secret = stored.find((one) => one.extension_id === mailbox?.id && one.field === 'voicemail_pin')
      return { number, mailbox, sealed: secret?.sealed === sealed ? sealed : null }
    })
    const sealedPins = wanted.map(({ mailbox, sealed }) => ({
      owner: mailbox?.id ?? '',
      field: 'voicemail_pin',
      sealed,
    }))
    const opened = await readStored(admin, vault, sealedPins)
    const answer: PinsMailed = { sent: 0, left: [] }
    let failure: MailFailure | undefined
    for (const [at, { number, mailbox }] of wanted.entries()) {
      const pin = opened[at] ?? null
      if (!mailbox?.voicemail_email || pin === null) {
        answer.left.push(number)
        continue
      }
      try {
        const mail = pinMail(company, number, pin, codes.data[0]?.code)
        const recipient = mailbox.voicemail_email
        const about = {
          ...({ kind: 'pin', section: 'telephony', tenant, recipient, subject: mail.subject } as const),
          request: `${request} ${number}`,
        }
        await inTurn(admin, `PIN ${about.request}`, () =>
          noted(admin, about, () => sendMail({ to: recipient, ...mail })),
        )
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
