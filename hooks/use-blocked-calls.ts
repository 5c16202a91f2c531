import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useDebounced } from './use-debounced'
import { useQuery } from './use-query'

interface Rule {
  direction: string
  match: string
  number: string | null
  /** The protected extension; null for all. */
  extension: string | null
}

/** Number of recent calls that a rule would have blocked, once typing pauses: undefined until then, and without a rule. */
export function useBlockedCalls(tenantId: string | null, rule: Rule | null, days: number) {
  const asked = JSON.stringify(rule)
  const rested = useDebounced(asked)
  return useQuery(
    tenantId && rule && asked === rested ? keys.blockedCalls(tenantId, asked) : null,
    async (supabase) => {
      const { number, extension, ...rest } = JSON.parse(asked) as Rule
      const [count] = dataOf(
        await supabase.rpc('preview_block_rule', {
          tenant: tenantId ?? '',
          number: number ?? undefined,
          for_extension: extension ?? undefined,
          days,
          ...rest,
        }),
      )
      return count ?? { calls: 0, last_at: null }
    },
  )
}
