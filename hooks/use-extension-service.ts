import { dataOf } from '@/lib/supabase/answer'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

const NONE: ReadonlyMap<string, string> = new Map()

/** Which of these extensions are out of service, and why; empty while loading. */
export function useExtensionService(ids: readonly string[]): ReadonlyMap<string, string> {
  const tenantId = useCurrentTenantId()
  const wanted = [...new Set(ids)].sort()
  const { data } = useQuery(
    wanted.length > 0 ? keys.extensionService(tenantId, wanted) : null,
    async (supabase) => {
      const rows = supabase.from('extensions').select('id, enabled, suspended, do_not_disturb')
      return new Map(
        dataOf(await rows.in('id', wanted)).flatMap((row) => {
          const reason = outOfService(row)
          return reason ? [[row.id, reason] as const] : []
        }),
      )
    },
    { keepPreviousData: true },
  )
  return data ?? NONE
}

/** Why calls do not ring an extension now, as a badge; undefined when they do. */
function outOfService(extension: { enabled: boolean; suspended: boolean; do_not_disturb: boolean }) {
  if (extension.suspended) return 'Suspended'
  if (!extension.enabled) return 'Disabled'
  return extension.do_not_disturb ? 'Do not disturb' : undefined
}
