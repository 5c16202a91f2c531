import useSWR from 'swr'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import { outOfService } from '@/lib/telephony/extension-service'

const NONE: ReadonlyMap<string, string> = new Map()

/** Which of these extensions do not ring now, and why; empty until it is known. */
export function useExtensionService(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].sort()
  const { data } = useSWR(
    wanted.length > 0 ? (['extension-service', wanted] as const) : null,
    async ([, extensions]) => {
      const supabase = await getSupabase()
      const rows = dataOf(
        await supabase
          .from('extensions')
          .select('id, enabled, suspended, do_not_disturb')
          .in('id', extensions),
      )
      return new Map(
        rows.flatMap((row) => {
          const reason = outOfService(row)
          return reason ? [[row.id, reason] as const] : []
        }),
      )
    },
    { keepPreviousData: true },
  )
  return data ?? NONE
}
