import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'
import { formatMac } from '@/lib/validation/mac'
import { detectPhone } from '@/lib/validation/phone'

export const config = { api: { bodyParser: false } }

const LONGEST_VALUE = 64

function normalised(normalise: (value: string) => string | undefined, message: string) {
  return z
    .string()
    .max(LONGEST_VALUE)
    .transform((value, context) => {
      const stored = normalise(value)
      if (stored !== undefined) return stored
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

const lookup = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mac'), value: normalised(formatMac, 'This is no MAC address.') }),
  z.strictObject({ type: z.literal('phone'), value: normalised(detectPhone, 'This is no phone number.') }),
])

/**
 * POST /api/search (specification section 7): the id of the tenant that holds a device's MAC address or a phone
 * number, as a JSON string; null when there is none that the caller may see.
 */
export default apiHandler(
  { methods: ['POST'], section: 'tenants', action: 'view', body: lookup, maxBytes: 1024 },
  async ({ body, supabase }) => {
    const { data, error } = await supabase.rpc('find_tenant', { kind: body.type, value: body.value })
    if (error) throw error
    return data
  },
)
