import type { Event } from '@sentry/nextjs'
import { RESET_PASSWORD_PATH } from './paths'

/**
 * Whether a page's address itself gives rights to whoever has it: to answer a customer's quote, or to choose a password. It must not reach
 * other services.
 */
export function givesRights(pathname: string): boolean {
  return pathname.startsWith('/quote/') || pathname === RESET_PASSWORD_PATH
}

/** What breadcrumbs of navigation and requests call their addresses. */
const ADDRESSES = ['from', 'to', 'url']

/** An event for the monitoring service whose addresses end before their query and fragment, with what people search and filter by. */
export function withoutQueries<Sent extends Event>(event: Sent): Sent {
  if (event.request?.url) event.request.url = pathOnly(event.request.url)
  for (const { data } of event.breadcrumbs ?? []) {
    for (const name of ADDRESSES) {
      if (typeof data?.[name] === 'string') data[name] = pathOnly(data[name])
    }
  }
  // Of a replay.
  if ('urls' in event && Array.isArray(event.urls))
    event.urls = event.urls.map((url) => pathOnly(String(url)))
  return event
}

function pathOnly(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** A starting span without the page's query parameters, which Next.js adds to the span of a page load. */
export function withoutParameters<Started extends { attributes?: object }>(span: Started): Started {
  const asked = new URLSearchParams(window.location.search)
  const kept = Object.entries(span.attributes ?? {}).filter(([name]) => !asked.has(name))
  return { ...span, attributes: Object.fromEntries(kept) }
}
