import { z } from 'zod'
import { apiHandler } from '@/lib/api/handler'
import { formatMac } from '@/lib/validation/mac'
import { detectPhone } from '@/lib/validation/phone'

export const config = { api: { bodyParser: false } }

const LONGEST_VALUE = 64

function normalized(normalize: (value: string) => string | undefined, message: string) {
  return z
    .string()
    .max(LONGEST_VALUE)
    .transform((value, context) => {
      const stored = normalize(value)
      if (stored !== undefined) return stored
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

const lookup = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('mac'), value: normalized(formatMac, 'Enter a valid MAC address.') }),
  z.strictObject({ type: z.literal('phone'), value: normalized(detectPhone, 'Enter a valid phone number.') }),
])

/**
 * POST /api/search (specification section 7): the id of the tenant that has the device with this MAC address, or this phone
 * number, as a JSON string; null when no tenant the caller may see has it.
 */
export default apiHandler(
  {
    methods: ['POST'],
    section: 'tenants',
    action: 'view',
    body: lookup,
    maxBytes: 1024,
    // Two per second is more than anyone types or scans, and too few to probe the numbers of an area.
    limit: { of: 'searches by', times: 120, withinSeconds: 60 },
  },
  async ({ body, supabase }) => {
    const { data } = await supabase.rpc('find_tenant', { kind: body.type, value: body.value }).throwOnError()
    return data
  },
)
