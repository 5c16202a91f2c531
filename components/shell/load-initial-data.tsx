import { compact } from 'es-toolkit/array'
import type { NextPageContext } from 'next'
import { renderToStaticMarkup } from 'react-dom/server'
import { unstable_serialize as serialize } from 'swr'
import type { PageData, QueryCollector } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { Refusal } from '@/lib/errors'
import { type QueryResult, serializeResults } from '@/lib/initial-data'
import { decodedToken } from '@/lib/session/access-token'
import { createPageClient } from '@/lib/supabase/server-client'

/** How long a page waits for the answers to what a rendering asks, in milliseconds. */
const PATIENCE_MS = 2000

/**
 * Initial data of a page opened by its address: the user, and the results of all its `early` queries, fetched in parallel with the
 * rights of the session cookie. The page is rendered once to collect the queries, and again if some depend on others. A query that fails
 * or takes too long is left to the browser. Undefined for navigation within the app, or without the member's standing, when the browser
 * fetches everything itself. Server only. Never throws.
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

    const asked = new Set<string>()
    const answers = new Map<string, QueryResult>()
    let round: Promise<void>[] = []
    const wanted = new Set<string>()
    let waiting = false
    const questions: QueryCollector = {
      ask(key, load) {
        const name = serialize(key)
        wanted.add(name)
        if (asked.has(name)) return
        asked.add(name)
        round.push(load(supabase).then((answer) => void answers.set(name, [key, answer]), logUnlessForbidden))
      },
      waits() {
        waiting = true
      },
    }
    let results: readonly QueryResult[] = []
    do {
      round = []
      wanted.clear()
      waiting = false
      const start: PageData = { user, at, answers: '', results, questions }
      renderToStaticMarkup(<AppTree pageProps={{ start }} />)
      await settled(round)
      if (!answers.has(serialize(keys.standing(sub)))) return undefined
      results = compact([...wanted].map((name) => answers.get(name)))
    } while (waiting && round.length > 0)
    const start: PageData = { user, at, answers: serializeResults(results) }
    // Not enumerable, so that Next.js sends them as the text only.
    return Object.defineProperty(start, 'results', { value: results })
  } catch (error) {
    console.error(error)
    return undefined
  }
}

/** What is forbidden to the user is expected: the page is not for them, or does without. */
function logUnlessForbidden(failure: unknown): void {
  if (!(failure instanceof Refusal) || failure.reason !== 'forbidden') console.error(failure)
}

/** Resolves when all have settled, or the page has waited long enough. */
async function settled(round: readonly Promise<void>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, PATIENCE_MS)
  })
  await Promise.race([Promise.all(round), late])
  clearTimeout(timer)
}
