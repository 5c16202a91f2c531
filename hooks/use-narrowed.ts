import { useState } from 'react'
import { OFFERED } from '@/lib/records/reference-labels'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'
import { useQuery } from './use-query'
import { useRested } from './use-rested'

/** What a list to choose from is told by the person who opens it and types in it. */
export interface ListTyping {
  /** Whether it was opened: nothing needs to be fetched before. */
  opened: boolean
  typed: string
  onOpen: () => void
  onType: (typed: string) => void
}

export function useListTyping(): ListTyping {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  return {
    opened,
    typed,
    onOpen: () => {
      setOpened(true)
      setTyped('')
    },
    onType: setTyped,
  }
}

export interface Narrowed<Found> {
  /** undefined while loading. */
  found: Found | undefined
  /** Whether typing finds others. */
  more: boolean
  /** Whether those that fit what is typed are still being looked for. */
  looking: boolean
}

/**
 * What there is to choose from: all of it if it is little, else what fits what is typed. `load` fetches one more than is offered where
 * there are others. Nothing is asked while `keyOf` is null.
 */
export function useNarrowed<Found>(
  keyOf: ((typed: string) => Key) | null,
  load: (supabase: Supabase, typed: string) => Promise<Found>,
  countOf: (found: Found) => number,
  typed: string,
): Narrowed<Found> {
  const first = useQuery(keyOf && keyOf(''), (supabase) => load(supabase, '')).data
  const cut = first !== undefined && countOf(first) > OFFERED
  const words = typed.trim()
  const rested = useRested(words)
  const fitting = useQuery(cut && rested ? (keyOf?.(rested) ?? null) : null, (supabase) =>
    load(supabase, rested),
  ).data
  const found = cut && words ? (fitting ?? first) : first
  return {
    found,
    more: found !== undefined && countOf(found) > OFFERED,
    looking: cut && words !== '' && (fitting === undefined || rested !== words),
  }
}
