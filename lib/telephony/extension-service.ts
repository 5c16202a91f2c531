import { byIds } from '../lists/ids'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/**
 * Which of these extensions calls of a group do not ring now, by id, and why, as a badge. If the group `follows` their forwarding, one on do
 * not disturb forwards its calls, too: a group rings an outside number instead, or an extension that is in service, and nothing else.
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
        .select('id, enabled, suspended, do_not_disturb, forward_all_enabled, forward_all_destination_id')
        .in('id', some),
    ),
  )
  const forwardedTo = new Set(rows.flatMap((row) => (follows && row.forward_all_destination_id) || []))
  const [destinations, extensions] = await Promise.all([
    byIds([...forwardedTo], async (some) =>
      dataOf(await supabase.from('destinations').select('id, kind').in('id', some)),
    ),
    // An extension has the id of its destination.
    byIds([...forwardedTo], async (some) =>
      dataOf(
        await supabase.from('extensions').select('id, enabled, suspended, do_not_disturb').in('id', some),
      ),
    ),
  ])
  const ringing = [
    ...destinations.filter(({ kind }) => kind === 'external'),
    ...extensions.filter((other) => other.enabled && !other.suspended && !other.do_not_disturb),
  ]
  const targets = new Set(ringing.map(({ id }) => id))
  return new Map(
    rows.flatMap((row) => {
      const reason = outOfService(row, follows, targets)
      return reason ? [[row.id, reason] as const] : []
    }),
  )
}

/** Undefined when calls ring it, or what it forwards them to, if that is one of `targets`. */
function outOfService(
  extension: Record<'enabled' | 'suspended' | 'do_not_disturb' | 'forward_all_enabled', boolean> & {
    forward_all_destination_id: string | null
  },
  follows: boolean,
  targets: ReadonlySet<string>,
) {
  if (extension.suspended) return 'Suspended'
  if (!extension.enabled) return 'Disabled'
  const forwards = follows && extension.forward_all_enabled
  if (forwards && targets.has(extension.forward_all_destination_id ?? '')) return undefined
  if (extension.do_not_disturb) return 'Do not disturb'
  return forwards ? 'Forwarded elsewhere' : undefined
}
