import type { RecordRow } from '@/lib/records/field'
import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useWrite } from './use-write'

/** All routes and numbers that use a gateway, with their tenants. */
export const useGatewayUses = (gateway: string) =>
  useQuery(keys.gatewayUses(gateway), async (supabase) =>
    dataOf(await supabase.rpc('gateway_uses', { gateway })),
  )

/**
 * Deletes a gateway after replacing it in every route and number; null if it has no uses. Throws Refusal: 'in-use', 'conflict',
 * 'gone'.
 */
export function useDeleteGateway() {
  const write = useWrite()
  return ({ id, version }: RecordRow, replacement: string | null, done: string) =>
    write(
      async (supabase) =>
        dataOf(
          await supabase.rpc('replace_gateway', {
            gateway: id,
            replacement: replacement ?? undefined,
            delete_after: true,
            expected_version: version,
          }),
        ),
      done,
    )
}
