import { z } from 'zod'
import { addBounded } from '@/lib/add-bounded'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { type ReadyAnswer, readyAnswer, sendReady } from '@/lib/api/ready-answer'
import { typed } from '@/lib/supabase/answer'
import {
  type DestinationList,
  groupDestinations,
  listedDestinations,
  type UnchangedDestinations,
} from '@/lib/telephony/destinations'

const route = z.object({ tenantId: z.guid() })

/** Number of tenants whose answers are cached, each until the version of its configuration changes. */
const MOST_TENANTS = 50
const answers = new Map<string, { version: number; answer: ReadyAnswer }>()

/**
 * GET /api/tenants/{tenantId}/tenant-destinations (specification section 7): all call destinations of the tenant as `{group:
 * {label: identifier}}`, or 304 if the caller is up to date. 404 if the tenant does not exist or the caller may not see it.
 */
export default apiHandler(
  {
    methods: ['GET'],
    section: 'telephony',
    action: 'view',
    kept: true,
    query: route,
    read: async ({ tenantId }, supabase) => {
      const known = answers.get(tenantId)
      const args = { tenant: tenantId, known: known?.version }
      const { data } = await supabase.rpc('tenant_destination_list', args).throwOnError()
      return { known, data }
    },
  },
  async ({ req, res, query: { tenantId }, read: { known, data } }) => {
    if (!data) throw new ApiFailure(404, 'No tenant found')
    const list = typed<DestinationList | UnchangedDestinations>(data)
    if ('destinations' in list) {
      const answer = readyAnswer(groupDestinations(listedDestinations(list)))
      addBounded(answers, tenantId, { version: list.version, answer }, MOST_TENANTS)
      sendReady(req, res, answer)
    } else if (known) sendReady(req, res, known.answer)
  },
)
