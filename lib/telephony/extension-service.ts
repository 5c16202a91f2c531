import { byIds } from '../lists/ids'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Which of these extensions calls do not ring now, by id, and why, as a badge. */
export async function extensionsOutOfService(
  supabase: Supabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await byIds(ids, async (some) =>
    dataOf(await supabase.from('extensions').select('id, enabled, suspended, do_not_disturb').in('id', some)),
  )
  return new Map(
    rows.flatMap((row) => {
      const reason = outOfService(row)
      return reason ? [[row.id, reason] as const] : []
    }),
  )
}

/** Undefined when calls ring it. */
function outOfService(extension: { enabled: boolean; suspended: boolean; do_not_disturb: boolean }) {
  if (extension.suspended) return 'Suspended'
  if (!extension.enabled) return 'Disabled'
  return extension.do_not_disturb ? 'Do not disturb' : undefined
}
