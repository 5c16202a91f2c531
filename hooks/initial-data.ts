import type { User } from '@supabase/supabase-js'
import { createContext, useContext, useState } from 'react'
import { type Cache, unstable_serialize as serialize } from 'swr'
import { parseResults, type QueryResult } from '@/lib/initial-data'
import { startAs } from '@/lib/session/session-store'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'

/** Data the server gathered while rendering the page: the session's user, and query results as text. */
export interface InitialData {
  user: Pick<User, 'id' | 'email'>
  answers: string
  /** When the page was rendered, in milliseconds since 1970. */
  at: number
}

/** Collects the queries of a page rendered only for that purpose. */
export interface QueryCollector {
  ask: (key: Key, load: (supabase: Supabase) => Promise<unknown>) => void
  /** Called by components whose queries depend on another query's result. */
  waits: () => void
}

/** Data that a page is rendered with. The server has the results as they are, and need not read its own text. */
export type PageData = InitialData & { results?: readonly QueryResult[]; questions?: QueryCollector }

interface InitialDataState {
  user: User | undefined
  /** When the server rendered the page, in milliseconds since 1970; 0 if it has not. */
  at: number
  questions: QueryCollector | undefined
  /** Keys whose data came with the page or was prefetched, and is not requested again until the next page. */
  fresh: Set<string>
  /** Prefetched queries (`usePagePrefetch`, `useRecordPrefetch`), by key. */
  ahead: Map<string, Prefetched>
}

/** `data` is set once it has arrived. */
export interface Prefetched {
  answer: Promise<unknown>
  data?: unknown
}

const NONE: InitialDataState = {
  user: undefined,
  at: 0,
  questions: undefined,
  fresh: new Set(),
  ahead: new Map(),
}

export const InitialDataContext = createContext<InitialDataState>(NONE)

/** The user and the data delivered with the page, and a cache that holds it. Later changes of `start` are ignored. */
export function useInitialData(start: PageData | undefined) {
  const [begun] = useState(() => begin(start))
  return begun
}

function begin(start: PageData | undefined) {
  const answers = start ? (start.results ?? parseResults(start.answers)) : []
  // Auth-js knows more about the user once it has read the cookie.
  const user = start?.user as User | undefined
  if (user && typeof window !== 'undefined') startAs(user)
  return {
    context: {
      user,
      at: start?.at ?? 0,
      questions: start?.questions,
      fresh: new Set(answers.map(([key]) => serialize(key))),
      ahead: new Map(),
    },
    provider: (): Cache => new Map(answers.map(([key, data]) => [serialize(key), { data, _k: key }])),
  }
}

/** Whether the data under this key came with the page and is still fresh. */
export function useIsFresh(key: Key | null): boolean {
  const { fresh } = useContext(InitialDataContext)
  return key !== null && fresh.size > 0 && fresh.has(serialize(key))
}

/** Whether the page is rendered only to collect its queries, so that components without any may render nothing. */
export function useIsCollectingQueries(): boolean {
  return useContext(InitialDataContext).questions !== undefined
}
