import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { unstable_serialize as serialize } from 'swr'
import type { RecordRow, TableName } from '@/lib/records/field'
import { loadRecord, usesOf } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type AskedAhead, FirstAnswersContext } from './first-answers'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/**
 * A stored record with its children: undefined while loading, null when there is none for the reader here. It is read again
 * by every component that asks: a form filled from what was read earlier would meet a conflict with itself.
 */
export function useRecord(resource: Pick<Resource, 'table' | 'children'>, id: string | null) {
  const [opening] = useState(() => crypto.randomUUID())
  const tenantId = useTenantId()
  const { ahead } = useContext(FirstAnswersContext)
  const readAhead = useMemo(
    () => (id ? taken(ahead, serialize(keys.record(tenantId, resource.table, id))) : undefined),
    [ahead, tenantId, resource.table, id],
  )
  return useQuery(
    id ? keys.record(tenantId, resource.table, id, opening) : null,
    async (supabase) => (await readAhead?.once()) ?? loadRecord(supabase, resource, tenantId, id ?? ''),
    {
      // A form is being filled in from it: what others save meanwhile shows as a conflict, not as a changed form.
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      ...(readAhead?.data ? { fallbackData: readAhead.data, revalidateOnMount: false } : {}),
    },
  )
}

/** A record that was read ahead, for one form: later questions are asked again. */
function taken(ahead: Map<string, AskedAhead>, name: string) {
  const asked = ahead.get(name)
  ahead.delete(name)
  const data = asked?.data as RecordRow | undefined
  let awaited = data ? undefined : (asked?.answer as Promise<RecordRow | null> | undefined)
  return {
    data,
    /** Nothing when it could not be read. */
    once: async () => {
      const answer = awaited?.catch(() => null)
      awaited = undefined
      return answer
    },
  }
}

/** How long the pointer rests on a row before its record is read: it passes over others on its way. */
const RESTING_MS = 80

/** How long a record that was read ahead is as good as new: no longer than it takes to click. */
const GOOD_FOR_MS = 3000

/**
 * Reads the record of a row that is likely to be opened next, so that its form is there at once. The form saves over the version
 * that was read, as always.
 */
export function useRecordAhead(resource: Pick<Resource, 'table' | 'children'>) {
  const tenantId = useTenantId()
  const { ahead } = useContext(FirstAnswersContext)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef({ name: '', at: 0 })
  useEffect(() => () => clearTimeout(resting.current), [])

  return function near({ id }: { id: string }) {
    clearTimeout(resting.current)
    const name = serialize(keys.record(tenantId, resource.table, id))
    resting.current = setTimeout(() => {
      // The press that opens the row comes near it once more.
      if (last.current.name === name && Date.now() - last.current.at < GOOD_FOR_MS) return
      last.current = { name, at: Date.now() }
      const answer = getSupabase().then((supabase) => loadRecord(supabase, resource, tenantId, id))
      const asked: AskedAhead = { answer }
      ahead.set(name, asked)
      answer.then((data) => Object.assign(asked, { data })).catch(() => undefined)
      setTimeout(() => ahead.delete(name), GOOD_FOR_MS)
    }, RESTING_MS)
  }
}

export function useUses(table: TableName, id: string) {
  const tenantId = useTenantId()
  return useQuery(keys.uses(tenantId, table, id), (supabase) => usesOf(supabase, table, tenantId, id))
}
