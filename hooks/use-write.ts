import { useCallback, useState } from 'react'
import { useSWRConfig } from 'swr'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import { beginsWith } from './keys'

/** Asks anew whatever is on the page under keys with one of the prefixes. */
export function useRefresh(): (...prefixes: readonly (readonly unknown[])[]) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (...prefixes) => {
      await mutate((key) => prefixes.some((prefix) => beginsWith(key, prefix)))
    },
    [mutate],
  )
}

/**
 * Writes with the signed-in person's rights: does the work, tells that it is `done` and calls `refresh`. Rejects with the
 * work's failure, which the dialog around it shows.
 */
export function useWrite(refresh: () => Promise<unknown>) {
  return async function write<Result>(
    work: (supabase: Supabase) => Promise<Result>,
    done?: string,
  ): Promise<Result> {
    const result = await work(await getSupabase())
    if (done) void notify('success', done)
    await refresh()
    return result
  }
}

/**
 * The same for a button on the page: a failure is told once, and the page shows what is stored either way. Resolves to
 * whether it was done; `pending` while it is under way.
 */
export function useAction(refresh: () => Promise<unknown>) {
  const [pending, setPending] = useState(false)
  async function act(work: (supabase: Supabase) => Promise<unknown>, done?: string): Promise<boolean> {
    setPending(true)
    try {
      await work(await getSupabase())
      if (done) void notify('success', done)
      return true
    } catch (error) {
      void notify('error', failureMessage(error))
      return false
    } finally {
      setPending(false)
      await refresh()
    }
  }
  return { act, pending }
}
