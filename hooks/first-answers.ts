import type { User } from '@supabase/supabase-js'
import { createContext, useContext, useState } from 'react'
import { type Cache, unstable_serialize as serialize } from 'swr'
import { readAnswers } from '@/lib/first-answers'
import { startAs } from '@/lib/session/session-store'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'

/** Data the server gathered while rendering the page: the session's user, and query results as text. */
export interface MadeFor {
  user: Pick<User, 'id' | 'email'>
  answers: string
}

/** Collects the queries of a page rendered only for that purpose. */
export interface Questions {
  ask: (key: Key, load: (supabase: Supabase) => Promise<unknown>) => void
  /** Called by components whose queries depend on another query's result. */
  waits: () => void
}

/** Data that a page is rendered with. */
export type PageStart = MadeFor & { questions?: Questions }

interface FirstAnswers {
  user: User | undefined
  questions: Questions | undefined
  /** Keys whose data came with the page or was prefetched, and is not requested again until the next page. */
  fresh: Set<string>
  /** Prefetched queries (`usePagesAhead`, `useRecordAhead`), by key. */
  ahead: Map<string, AskedAhead>
}

/** `data` is set once it has arrived. */
export interface AskedAhead {
  answer: Promise<unknown>
  data?: unknown
}

const NONE: FirstAnswers = { user: undefined, questions: undefined, fresh: new Set(), ahead: new Map() }

export const FirstAnswersContext = createContext<FirstAnswers>(NONE)

/** The user and the data delivered with the page, and a cache that holds it. Later changes of `start` are ignored. */
export function useStart(start: PageStart | undefined) {
  const [begun] = useState(() => begin(start))
  return begun
}

function begin(start: PageStart | undefined) {
  const answers = start ? readAnswers(start.answers) : []
  // Auth-js knows more about the user once it has read the cookie.
  const user = start?.user as User | undefined
  if (user && typeof window !== 'undefined') startAs(user)
  return {
    context: {
      user,
      questions: start?.questions,
      fresh: new Set(answers.map(([key]) => serialize(key))),
      ahead: new Map(),
    },
    provider: (): Cache => new Map(answers.map(([key, data]) => [serialize(key), { data, _k: key }])),
  }
}

/** Whether the data under this key came with the page and is still fresh. */
export function useIsFresh(key: Key | null): boolean {
  const { fresh } = useContext(FirstAnswersContext)
  return key !== null && fresh.size > 0 && fresh.has(serialize(key))
}

/** Whether the page is rendered only to collect its queries, so that components without any may render nothing. */
export function useIsAsking(): boolean {
  return useContext(FirstAnswersContext).questions !== undefined
}
