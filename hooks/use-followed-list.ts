import { throttle } from 'es-toolkit/function'
import { useEffect, useEffectEvent } from 'react'
import { whenIdle } from '@/lib/browser/when-idle'
import { openListChannel } from '@/lib/live/list-channel'
import type { RecordSource } from '@/lib/records/record-list'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type Key, keys } from './keys'
import { useRefresh } from './use-write'

/** Limits requests during a burst of changes, such as an import. */
const PAUSE_MS = 1000

/** Reloads a record list when anyone adds, changes or removes records. */
export function useFollowedList({ table, tenantId }: RecordSource): void {
  useFollowed({ table, tenantId }, keys.records(tenantId, table))
}

/** Reloads the data of the keys whenever the records change; the page's first requests come before. */
export function useFollowed({ table, tenantId }: RecordSource, ...of: readonly Key[]): void {
  const refresh = useRefresh()
  const refreshed = useEffectEvent(() => refresh(...of))
  useEffect(() => {
    const reload = throttle(() => void refreshed(), PAUSE_MS)
    let leave: (() => void) | undefined
    let hasLeft = false
    const cancel = whenIdle(() => {
      getSupabase().then(
        (supabase) => {
          if (!hasLeft) leave = openListChannel(supabase, { table, tenantId }, reload)
        },
        (error: unknown) => console.error(error),
      )
    })
    return () => {
      hasLeft = true
      cancel()
      leave?.()
      reload.cancel()
    }
  }, [table, tenantId])
}
