import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { codeAhead } from '@/lib/code-ahead'
import { PageSkeleton } from './page-skeleton'

/**
 * A page's content as a chunk of its own. It is fetched as soon as the page's address is opened, while session and role
 * are still being looked up, so that nobody waits for it twice.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // A failure here is met again, and shown, when the content is rendered.
  if (typeof window !== 'undefined') load().catch(() => undefined)
  return Object.assign(dynamic(load, { ssr: false, loading: PageSkeleton }), {
    preload: async () => ({ default: await load() }),
  })
}

/** The same for content that the server renders: `dynamic` must see the import, so that the page names the chunk. */
export function fetchedAtOnce<Props extends object>(content: ComponentType<Props>): ComponentType<Props> {
  if (typeof window !== 'undefined') codeAhead(content)?.catch(() => undefined)
  return content
}
