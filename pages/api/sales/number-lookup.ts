import { apiHandler } from '@/lib/api/handler'
import { MAX_LOOKUPS } from '@/lib/numbers/number-facts'
import { numberListSchema } from '@/lib/numbers/number-list-schema'
import { lookUpNumbers } from '@/lib/providers/number-service'
import { numberSources } from '@/lib/providers/sources'

export const config = { api: { bodyParser: false } }

/** POST /api/sales/number-lookup {numbers: 1–100}: what is known about each, with source and age (NumberFacts). */
export default apiHandler(
  {
    methods: ['POST'],
    section: 'sales',
    action: 'view',
    body: numberListSchema(MAX_LOOKUPS),
    maxBytes: 16_384,
    // Whoever looks up a list asks for a hundred at a time; the provider charges for each.
    limit: { of: 'number look-ups by', times: 60, withinSeconds: 60 },
  },
  async ({ body, supabase }) => lookUpNumbers(body.numbers, await numberSources(supabase)),
)
