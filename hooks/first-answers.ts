import type { User } from '@supabase/supabase-js'
import { createContext, useContext, useState } from 'react'
import { type Cache, unstable_serialize as serialize } from 'swr'
import { readAnswers } from '@/lib/first-answers'
import { startAs } from '@/lib/session/session-store'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'

/** What the server found out while it made the page: whose session the cookie holds, and the answers, as text. */
export interface MadeFor {
  user: Pick<User, 'id' | 'email'>
  answers: string
}

/** Takes the questions of a page that is rendered only to find them. */
export interface Questions {
  ask: (key: Key, load: (supabase: Supabase) => Promise<unknown>) => void
  /** Called by what cannot tell its questions before an answer to another is there. */
  waits: () => void
}

/** What a page is rendered with. */
export type PageStart = MadeFor & { questions?: Questions }

interface FirstAnswers {
  user: User | undefined
  questions: Questions | undefined
  /** Keys whose answers came with the page, or were asked for ahead, and are not asked for again until the next page. */
  fresh: Set<string>
  /** Answers that are asked for before they are needed (`usePagesAhead`, `useRecordAhead`), by key. */
  ahead: Map<string, AskedAhead>
}

/** `data` is there once it is answered. */
export interface AskedAhead {
  answer: Promise<unknown>
  data?: unknown
}

const NONE: FirstAnswers = { user: undefined, questions: undefined, fresh: new Set(), ahead: new Map() }

export const FirstAnswersContext = createContext<FirstAnswers>(NONE)

/** The user and the answers that came with the page, and a cache that holds the answers. Later changes of `start` are ignored. */
export function useStart(start: PageStart | undefined) {
  const [begun] = useState(() => begin(start))
  return begun
}

function begin(start: PageStart | undefined) {
  const answers = start ? readAnswers(start.answers) : []
  // Auth-js knows more of the user once it has read the cookie.
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

/** Whether the answer under this key came with the page and is as good as new. */
export function useIsFresh(key: Key | null): boolean {
  const { fresh } = useContext(FirstAnswersContext)
  return key !== null && fresh.size > 0 && fresh.has(serialize(key))
}

/** Whether the page is rendered only to find its questions, so that nothing of it is shown and what asks nothing may draw nothing. */
export function useIsAsking(): boolean {
  return useContext(FirstAnswersContext).questions !== undefined
}
