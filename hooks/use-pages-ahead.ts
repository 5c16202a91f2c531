import Router from 'next/router'
import { useContext, useEffect } from 'react'
import { unstable_serialize as serialize, useSWRConfig } from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Ahead } from './ahead'
import { FirstAnswersContext } from './first-answers'
import type { Key } from './keys'
import { tenantQuestion } from './use-tenant'

/** How long the pointer rests on a link before its page is fetched: it passes over others on its way. */
const RESTING_MS = 50

/** How long an answer that was asked for ahead is as good as new. */
const GOOD_FOR_MS = 10_000

/** A page of the app, and what it says of itself. */
interface FoundPage {
  content: { ahead?: () => Promise<Ahead | undefined> }
  tenantId: string | null
}

/**
 * Fetches the code of a page and the answers to its first questions while the pointer or the keyboard is on a link to it, so that a
 * click finds both. What was answered before is not asked again: the page shows it and asks again on its own.
 */
export function usePagesAhead(): void {
  const { cache, mutate } = useSWRConfig()
  const { fresh, ahead } = useContext(FirstAnswersContext)

  useEffect(() => {
    askNoMiddleware()
    let resting: ReturnType<typeof setTimeout> | undefined

    const known = <Data>(key: Key) => cache.get(serialize(key))?.data as Data | undefined

    async function fetchAhead(path: string) {
      const page = await findPage(path)
      const questions = (await page?.content.ahead?.())?.(page?.tenantId ?? null, known) ?? []
      const all = page?.tenantId ? [tenantQuestion(page.tenantId), ...questions] : questions
      for (const { key, load } of all) {
        const name = serialize(key)
        if (known(key) !== undefined || ahead.has(name)) continue
        const answer = getSupabase().then(load)
        ahead.set(name, { answer })
        answer
          .then((data) => {
            // Someone else may have signed in meanwhile.
            if (ahead.get(name)?.answer !== answer) return undefined
            fresh.add(name)
            setTimeout(() => fresh.delete(name), GOOD_FOR_MS)
            return mutate(key, data, { revalidate: false })
          })
          // The page asks again and shows what is wrong.
          .catch(() => undefined)
          .finally(() => ahead.delete(name))
      }
    }

    function near({ target, type }: Event) {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      const path = link ? pathOf(link) : undefined
      clearTimeout(resting)
      if (!path) return
      const fetching = () => void fetchAhead(path).catch(() => undefined)
      if (type === 'pointerover') resting = setTimeout(fetching, RESTING_MS)
      else fetching()
    }

    const events = ['pointerover', 'pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, near, { passive: true })
    return () => {
      clearTimeout(resting)
      for (const event of events) document.removeEventListener(event, near)
    }
  }, [cache, mutate, fresh, ahead])
}

/** The path that a link leads to within the app; undefined for another page's query, and for what opens elsewhere. */
function pathOf({ href, target, download }: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search } = new URL(href)
  const here = window.location
  if (target || download || search || origin !== here.origin || pathname === here.pathname) return undefined
  return pathname
}

/** The page at a path, its code fetched; undefined where there is none. */
async function findPage(path: string): Promise<FoundPage | undefined> {
  const { router } = Router
  if (!router) return undefined
  const routes = await router.pageLoader.getPageList()
  const route = routes.includes(path)
    ? path
    : routes.find((one) => one.includes('[') && patternOf(one).test(path))
  if (!route || route.startsWith('/_')) return undefined
  const { page } = await router.fetchComponent(route)
  return {
    content: page as FoundPage['content'],
    tenantId: patternOf(route).exec(path)?.groups?.tenantId ?? null,
  }
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`)
}

/**
 * Before each move within the app Next asks the server whether its middleware redirects, and shows nothing until that is answered.
 * Ours only looks whether there is a session, which the shell does with every page (`checkSessionSoon`).
 */
function askNoMiddleware(): void {
  if (Router.router) Router.router.pageLoader.getMiddleware = () => undefined
}
