import { apiHandler } from '@/lib/api/handler'
import { MAX_PORTABILITY_CHECKS } from '@/lib/numbers/number-facts'
import { numberListSchema } from '@/lib/numbers/number-list-schema'
import { checkPortability } from '@/lib/providers/number-service'
import { numberSources } from '@/lib/providers/sources'

export const config = { api: { bodyParser: false } }

/** POST /api/sales/port-availability {numbers: 1–100}: whether each can be ported, with source and age (Portability). */
export default apiHandler(
  {
    methods: ['POST'],
    section: 'sales',
    action: 'view',
    body: numberListSchema(MAX_PORTABILITY_CHECKS),
    maxBytes: 16_384,
    // Whoever looks up a list asks for a hundred at a time; the provider charges for each.
    limit: { of: 'number look-ups by', times: 60, withinSeconds: 60 },
  },
  async ({ body, supabase }) => checkPortability(body.numbers, await numberSources(supabase)),
)
