import { compact } from 'es-toolkit/array'
import type { NextPageContext } from 'next'
import { renderToStaticMarkup } from 'react-dom/server'
import { unstable_serialize as serialize } from 'swr'
import type { PageData, QueryCollector } from '@/hooks/initial-data'
import { Refusal } from '@/lib/errors'
import { type QueryResult, serializeResults } from '@/lib/initial-data'
import { decodedToken } from '@/lib/session/access-token'
import { createPageClient } from '@/lib/supabase/server-client'

/**
 * Initial data of a page opened by its address: the user, and the results of all its `early` queries, fetched in parallel with the
 * rights of the session cookie. The page is rendered once to collect the queries, and again if some depend on others. What is forbidden
 * to the user is left out; the page is not for them, or does without. Undefined for navigation within the app, or on any other failure,
 * when the browser fetches the data itself. Server only. Never throws.
 */
export async function loadInitialData({ req, AppTree }: NextPageContext): Promise<PageData | undefined> {
  if (!req || req.headers['x-nextjs-data']) return undefined
  try {
    const session = createPageClient(req)
    if (!session) return undefined
    const { supabase, token } = session
    const { sub, email } = decodedToken(token)
    if (typeof sub !== 'string') return undefined
    const user = { id: sub, email: typeof email === 'string' ? email : undefined }
    const at = Date.now()

    const asked = new Map<string, Promise<QueryResult | undefined>>()
    let waiting = false
    const questions: QueryCollector = {
      ask(key, load) {
        const name = serialize(key)
        if (!asked.has(name))
          asked.set(
            name,
            load(supabase).then((answer) => [key, answer] as const, noneIfForbidden),
          )
      },
      waits() {
        waiting = true
      },
    }
    let results: readonly QueryResult[] = []
    for (let known = -1; known < 0 || (waiting && known < asked.size);) {
      known = asked.size
      waiting = false
      const start: PageData = { user, at, answers: '', results, questions }
      renderToStaticMarkup(<AppTree pageProps={{ start }} />)
      results = compact(await Promise.all(asked.values()))
    }
    const start: PageData = { user, at, answers: serializeResults(results) }
    // Not enumerable, so that Next.js sends them as the text only.
    return Object.defineProperty(start, 'results', { value: results })
  } catch (error) {
    console.error(error)
    return undefined
  }
}

function noneIfForbidden(failure: unknown): undefined {
  if (!(failure instanceof Refusal) || failure.reason !== 'forbidden') throw failure
}
