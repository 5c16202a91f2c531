import { useCallback, useContext, useState } from 'react'
import { useSWRConfig } from 'swr'
import { notify } from '@/lib/browser/notify'
import { failureMessage } from '@/lib/errors'
import type { RecordRow } from '@/lib/records/field'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import { InitialDataContext } from './initial-data'
import { beginsWith, isOfForm, ownedBy } from './keys'
import { replaceRecord } from './replace-record'
import { useTenantId } from './use-tenant'

/** Refetches everything on the page whose key starts with one of the prefixes. */
export function useRefresh(): (...prefixes: readonly (readonly unknown[])[]) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (...prefixes) => {
      await mutate((key) => prefixes.some((prefix) => beginsWith(key, prefix)))
    },
    [mutate],
  )
}

/** For an action that changes nothing which a page shows. */
export const noRefresh = async () => undefined

/** Refetches everything that a write to a record may have changed: the page's data of its tenant, and data without a tenant. */
export function useRefreshRecords(): () => Promise<void> {
  const refresh = useRefresh()
  const tenantId = useTenantId()
  const { ahead, fresh } = useContext(InitialDataContext)
  return useCallback(() => {
    // Prefetched data may predate the write.
    ahead.clear()
    fresh.clear()
    return refresh(ownedBy(null), ownedBy(tenantId))
  }, [ahead, fresh, refresh, tenantId])
}

/**
 * Shows a record as just stored until the page's records are refetched, so that the next edit starts from that version and does not
 * conflict with the user's own save.
 */
export function useShowStored(): (row: RecordRow) => Promise<void> {
  const { mutate } = useSWRConfig()
  const tenantId = useTenantId()
  return useCallback(
    async (row) => {
      const shows = (key: unknown) =>
        [ownedBy(null), ownedBy(tenantId)].some((owner) => beginsWith(key, owner)) && !isOfForm(key)
      await mutate(shows, (shown: unknown) => replaceRecord(shown, row), { revalidate: false })
    },
    [mutate, tenantId],
  )
}

type Work<Result> = (supabase: Supabase) => Promise<Result>
/** The notification once it is done; none when empty. */
type Done<Result> = string | ((result: Result) => string)

async function perform<Result>(work: Work<Result>, done: Done<Result> | undefined): Promise<Result> {
  const result = await work(await getSupabase())
  const message = typeof done === 'function' ? done(result) : done
  if (message) void notify('success', message)
  return result
}

/**
 * Writes with the signed-in user's rights: does the work, notifies that it is `done` and calls `refresh`, by default a refetch of
 * the page's records. Rejects with the work's error, for the dialog around it to show.
 */
export function useWrite(refresh?: () => Promise<unknown>) {
  const refreshRecords = useRefreshRecords()
  return async function write<Result>(work: Work<Result>, done?: Done<Result>): Promise<Result> {
    const result = await perform(work, done)
    await (refresh ?? refreshRecords)()
    return result
  }
}

/**
 * The same for a button on the page: an error is shown as a notification, and the page is refreshed either way. Resolves to whether
 * it worked; `pending` until the page is refreshed.
 */
export function useAction(refresh?: () => Promise<unknown>) {
  const refreshRecords = useRefreshRecords()
  const [pending, setPending] = useState(false)
  async function act<Result>(work: Work<Result>, done?: Done<Result>): Promise<boolean> {
    setPending(true)
    try {
      await perform(work, done)
      return true
    } catch (error) {
      void notify('error', failureMessage(error))
      return false
    } finally {
      // What the page shows is stored only once it is refreshed: acting on it before that would be refused.
      await (refresh ?? refreshRecords)().finally(() => setPending(false))
    }
  }
  return { act, pending }
}
