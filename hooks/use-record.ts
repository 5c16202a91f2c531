import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { unstable_serialize as serialize } from 'swr'
import type { RecordRow, TableName } from '@/lib/records/field'
import { loadRecord, usesOf } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { InitialDataContext, type Prefetched } from './initial-data'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/** In place of the id of a component's own reading. */
const WITH_PAGE = 'with the page'

/**
 * A stored record with its children: undefined while loading, null if the user sees none here. Every component reads it afresh,
 * because a form filled from outdated data would conflict with the user's own changes; an `early` one may have come with the page,
 * to its first component.
 */
export function useRecord(
  resource: Pick<Resource, 'table' | 'children'>,
  id: string | null,
  { early = false } = {},
) {
  const tenantId = useTenantId()
  const { ahead, fresh, questions } = useContext(InitialDataContext)
  const first = serialize(keys.record(tenantId, resource.table, id ?? '', WITH_PAGE))
  const [opening] = useState(() =>
    early && (questions || fresh.has(first)) ? WITH_PAGE : crypto.randomUUID(),
  )
  // The form that replaces the page reads its own.
  useEffect(() => void fresh.delete(first), [fresh, first])
  const readAhead = useMemo(
    () => (id ? taken(ahead, serialize(keys.record(tenantId, resource.table, id))) : undefined),
    [ahead, tenantId, resource.table, id],
  )
  return useQuery(
    id ? keys.record(tenantId, resource.table, id, opening) : null,
    async (supabase) => (await readAhead?.once()) ?? loadRecord(supabase, resource, tenantId, id ?? ''),
    {
      early: early && 'first',
      // A form is being filled in from it: saves by others show as a conflict, not as a changed form.
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      ...(readAhead?.data ? { fallbackData: readAhead.data, revalidateOnMount: false } : {}),
    },
  )
}

/** Takes a prefetched record for one form; later queries are fetched again. */
function taken(ahead: Map<string, Prefetched>, name: string) {
  const asked = ahead.get(name)
  ahead.delete(name)
  const data = asked?.data as RecordRow | undefined
  let awaited = data ? undefined : (asked?.answer as Promise<RecordRow | null> | undefined)
  return {
    data,
    /** Nothing if it could not be read. */
    once: async () => {
      const answer = awaited?.catch(() => null)
      awaited = undefined
      return answer
    },
  }
}

/** How long the pointer must rest on a row before its record is prefetched. */
const RESTING_MS = 80

/** How long a prefetched record counts as fresh: no longer than it takes to click. */
const GOOD_FOR_MS = 3000

/**
 * Prefetches the record of a row that is likely to be opened next, so that its form opens immediately. The form saves over the
 * version that was read, as always.
 */
export function useRecordPrefetch(resource: Pick<Resource, 'table' | 'children'>) {
  const tenantId = useTenantId()
  const { ahead } = useContext(InitialDataContext)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef({ name: '', at: 0 })
  useEffect(() => () => clearTimeout(resting.current), [])

  return function near({ id }: { id: string }) {
    clearTimeout(resting.current)
    const name = serialize(keys.record(tenantId, resource.table, id))
    resting.current = setTimeout(() => {
      // The click that opens the row triggers this once more.
      if (last.current.name === name && Date.now() - last.current.at < GOOD_FOR_MS) return
      last.current = { name, at: Date.now() }
      const answer = getSupabase().then((supabase) => loadRecord(supabase, resource, tenantId, id))
      const asked: Prefetched = { answer }
      ahead.set(name, asked)
      answer.then((data) => Object.assign(asked, { data })).catch(() => undefined)
      setTimeout(() => ahead.delete(name), GOOD_FOR_MS)
    }, RESTING_MS)
  }
}

/** Everything that refers to a record. */
export function useUses(table: TableName, id: string) {
  const tenantId = useTenantId()
  return useQuery(keys.uses(tenantId, table, id), (supabase) => usesOf(supabase, table, tenantId, id))
}
