import { byIds } from '../lists/ids'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/**
 * Which of these extensions calls of a group do not ring now, by id, and why, as a badge. If the group `follows` their forwarding, one on do
 * not disturb forwards its calls, too.
 */
export async function extensionsOutOfService(
  supabase: Supabase,
  ids: readonly string[],
  follows: boolean,
): Promise<ReadonlyMap<string, string>> {
  const rows = await byIds(ids, async (some) =>
    dataOf(
      await supabase
        .from('extensions')
        .select('id, enabled, suspended, do_not_disturb, forward_all_enabled')
        .in('id', some),
    ),
  )
  return new Map(
    rows.flatMap((row) => {
      const reason = outOfService(row, follows)
      return reason ? [[row.id, reason] as const] : []
    }),
  )
}

/** Undefined when calls ring it. */
function outOfService(
  extension: Record<'enabled' | 'suspended' | 'do_not_disturb' | 'forward_all_enabled', boolean>,
  follows: boolean,
) {
  if (extension.suspended) return 'Suspended'
  if (!extension.enabled) return 'Disabled'
  if (follows && extension.forward_all_enabled) return undefined
  return extension.do_not_disturb ? 'Do not disturb' : undefined
}
