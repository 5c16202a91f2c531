import { useState } from 'react'
import { OFFERED } from '@/lib/labels'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'
import { useDebounced } from './use-debounced'
import { useQuery } from './use-query'

/** The choices of a picker. Pass `onOpen`, `onType`, `more` and `loading` to its list. */
export interface Typeahead<Item> {
  /** undefined while loading, or after a failure. */
  found: readonly Item[] | undefined
  /** Whether `found` is complete; undefined while loading. */
  all: boolean | undefined
  error: unknown
  /** Resolves once everything is reloaded, and never rejects. */
  retry: () => Promise<void>
  list: {
    /** Call when the list opens: nothing is fetched before. */
    onOpen: () => void
    onType: (typed: string) => void
    /** Whether typing finds further choices. */
    more: boolean
    /** Whether matches for the typed text are still loading. */
    loading: boolean
  }
}

/**
 * The choices of a picker: all of them if there are few, else those matching the typed text. `load` fetches up to one more than
 * {@link OFFERED}. Fetches nothing while `keyOf` is null.
 */
export function useTypeahead<Item>(
  keyOf: ((...which: string[]) => Key) | null,
  load: (supabase: Supabase, typed: string, kinds?: readonly string[]) => Promise<readonly Item[]>,
  kinds?: readonly string[],
): Typeahead<Item> {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const rested = useDebounced(words)
  const ask = opened ? keyOf : null
  const first = useQuery(ask && ask(''), (supabase) => load(supabase, ''))
  const all = first.data && first.data.length <= OFFERED
  const narrowed = all === false && (words !== '' || kinds !== undefined)
  const fitting = useQuery(
    ask && narrowed && (rested || kinds) ? ask(rested, ...(kinds ?? [])) : null,
    (supabase) => load(supabase, rested, kinds),
    { keepPreviousData: true },
  )
  const found = narrowed ? (fitting.data ?? (kinds ? undefined : first.data)) : first.data
  return {
    found,
    all,
    error: first.data ? (narrowed && !fitting.data ? fitting.error : undefined) : first.error,
    retry: async () => void (await Promise.all([first.retry(), fitting.retry()])),
    list: {
      onOpen() {
        setOpened(true)
        setTyped('')
      },
      onType: setTyped,
      more: all === false && (found?.length ?? 0) > OFFERED,
      loading: narrowed && (rested !== words || fitting.loading),
    },
  }
}
