import type { NextPageContext } from 'next'
import { renderToStaticMarkup } from 'react-dom/server'
import { unstable_serialize as serialize } from 'swr'
import type { MadeFor, PageStart, Questions } from '@/hooks/first-answers'
import { type FirstAnswer, writeAnswers } from '@/lib/first-answers'
import { decodedToken } from '@/lib/session/access-token'
import { createServerClientFor } from '@/lib/supabase/server-client'

/**
 * What a page that is opened by its address starts with: its user, and the answers to all that it asks `early`, asked at the same
 * time with the rights of the session in the cookie. The page is rendered once to find the questions, and again where some wait for
 * an answer. Undefined when somebody moves on within the app, and when anything fails: the browser then asks by itself. Runs on the
 * server only. Never throws.
 */
export async function startFor({ req, res, AppTree }: NextPageContext): Promise<MadeFor | undefined> {
  if (!req || !res || req.headers['x-nextjs-data']) return undefined
  try {
    const supabase = createServerClientFor(req, res)
    const { data } = await supabase.auth.getSession()
    // The database verifies the token with each answer; a forged one gets none.
    const { sub, email } = decodedToken(data.session?.access_token)
    if (typeof sub !== 'string') return undefined
    const user = { id: sub, email: typeof email === 'string' ? email : undefined }

    const asked = new Map<string, Promise<FirstAnswer>>()
    let waiting = false
    const questions: Questions = {
      ask(key, load) {
        const name = serialize(key)
        if (!asked.has(name))
          asked.set(
            name,
            load(supabase).then((answer) => [key, answer] as const),
          )
      },
      waits() {
        waiting = true
      },
    }
    let answers = writeAnswers([])
    for (let known = -1; known < 0 || (waiting && known < asked.size); ) {
      known = asked.size
      waiting = false
      const start: PageStart = { user, answers, questions }
      renderToStaticMarkup(<AppTree pageProps={{ start }} />)
      answers = writeAnswers(await Promise.all(asked.values()))
    }
    return { user, answers }
  } catch (error) {
    console.error(error)
    return undefined
  }
}
