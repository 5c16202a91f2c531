import { useMemo } from 'react'
import { downloadFrom } from '@/lib/browser/download'
import { letterAddress, loadLetter, type PortLetter, storeLetter } from '@/lib/numbers/port-letters'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useAfterSave } from './after-save'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useSubmit } from './use-submit'

/** The letter of authorization of a port order, with its actions. */
export function usePortLetter(order: string) {
  const { data: letter, retry } = useQuery(keys.portLetter(order), (supabase) => loadLetter(supabase, order))
  const { attempt, working, failure } = useSubmit()
  return {
    letter,
    working,
    failure,
    store: (file: File) =>
      attempt(async () => {
        await storeLetter(await getSupabase(), order, file)
        await retry()
      }),
    open: (stored: PortLetter) =>
      attempt(async () => downloadFrom(await letterAddress(await getSupabase(), stored), stored.name)),
  }
}

/** Stores a letter once the surrounding form's order is created; nothing while none is chosen. */
export function useLetterAfterCreate(file: File | undefined): void {
  const store = useMemo(
    () => (file ? async (order: string) => storeLetter(await getSupabase(), order, file) : null),
    [file],
  )
  useAfterSave('letter', store)
}
