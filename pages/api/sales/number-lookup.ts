import { apiHandler } from '@/lib/api/handler'
import { MOST_LOOKED_UP } from '@/lib/numbers/number-facts'
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
    body: numberListSchema(MOST_LOOKED_UP),
    maxBytes: 16_384,
  },
  async ({ body, supabase }) => lookUpNumbers(body.numbers, await numberSources(supabase)),
)
