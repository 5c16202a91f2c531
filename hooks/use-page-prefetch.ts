import Router from 'next/router'
import { useContext, useEffect } from 'react'
import { unstable_serialize as serialize, useSWRConfig } from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { InitialDataContext } from './initial-data'
import type { Key } from './keys'
import type { Ahead } from './prefetch'
import { tenantRequest } from './use-tenant'

/** How long the pointer must rest on a link before its page is prefetched. */
const RESTING_MS = 50

/** How long prefetched data counts as fresh. */
const GOOD_FOR_MS = 10_000

/** A page of the app with its static properties. */
interface FoundPage {
  content: { ahead?: () => Promise<Ahead | undefined> }
  tenantId: string | null
}

/**
 * Prefetches a page's code and its first queries while the pointer or the keyboard is on a link to it. Cached data is not requested
 * again: the page shows it and refreshes it.
 */
export function usePagePrefetch(): void {
  const { cache, mutate } = useSWRConfig()
  const { fresh, ahead } = useContext(InitialDataContext)

  useEffect(() => {
    askNoMiddleware()
    let resting: ReturnType<typeof setTimeout> | undefined

    const known = <Data>(key: Key) => cache.get(serialize(key))?.data as Data | undefined

    async function fetchAhead(path: string) {
      const page = await findPage(path)
      const questions = (await page?.content.ahead?.())?.(page?.tenantId ?? null, known) ?? []
      const all = page?.tenantId ? [tenantRequest(page.tenantId), ...questions] : questions
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
          // The page requests it again and shows the error.
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

/** The path of a link within the app; undefined for query changes and links that open elsewhere. */
function pathOf({ href, target, download }: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search } = new URL(href)
  const here = window.location
  if (target || download || search || origin !== here.origin || pathname === here.pathname) return undefined
  return pathname
}

/** The page at a path, with its code loaded; undefined if there is none. */
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
 * Before each navigation within the app, Next asks the server whether its middleware redirects, and waits for the answer. Our
 * middleware only checks for a session, which the shell does with every page anyway (`checkSessionSoon`).
 */
function askNoMiddleware(): void {
  if (Router.router) Router.router.pageLoader.getMiddleware = () => undefined
}
