import { throttle } from 'es-toolkit/function'
import { useEffect } from 'react'
import { openListChannel } from '@/lib/live/list-channel'
import type { RecordSource } from '@/lib/records/record-list'
import { getSupabase } from '@/lib/supabase/browser-client'
import { whenIdle } from '@/lib/when-idle'
import { keys } from './keys'
import { useRefresh } from './use-write'

/** Limits requests during a burst of changes, such as an import. */
const PAUSE_MS = 1000

/** Reloads a record list when anyone adds, changes or removes records; the page's first requests come before. */
export function useFollowedList({ table, tenantId }: RecordSource): void {
  const refresh = useRefresh()
  useEffect(() => {
    const reload = throttle(() => void refresh(keys.records(tenantId, table)), PAUSE_MS)
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
  }, [refresh, table, tenantId])
}
