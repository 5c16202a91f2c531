import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { MAX_PINS } from '@/lib/secrets-client'
import { FORBIDDEN } from '@/lib/supabase/refusal'
import { refuseWeak } from '@/lib/vault/secret-request'
import { requireVault } from '@/lib/vault/server-vault'

export const config = { api: { bodyParser: false } }

const body = z.strictObject({
  pins: z.array(z.strictObject({ owner: z.guid(), value: z.string().max(10) })).max(MAX_PINS),
})

/**
 * POST /api/secrets/seal {pins: [{owner, value}]}: encrypts the voicemail PINs of new extensions, returned in order as {sealed:
 * […]}. They are stored along with the extensions, in one transaction and with the caller's rights (add_extensions, add_new_hire).
 */
export default apiHandler(
  { methods: ['POST'], body, maxBytes: 32_768 },
  async ({ body: { pins }, supabase }) => {
    const vault = requireVault()
    const pin = { owner_table: 'extensions', field: 'voicemail_pin' }
    const { data: kind } = await supabase.rpc('secret_kind', pin).throwOnError()
    if (kind === null) throw new ApiFailure(403, FORBIDDEN)
    for (const { value } of pins) refuseWeak('pin', value)
    return { sealed: pins.map(({ owner, value }) => vault.seal(value, { owner, field: 'voicemail_pin' })) }
  },
)
