import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
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
  return dynamic(load, { ssr: false, loading: PageSkeleton })
}

/** The same for content that the server renders: `dynamic` must see the import, so that the page names the chunk. */
export function fetchedAtOnce<Props extends object>(content: ComponentType<Props>): ComponentType<Props> {
  const { preload } = content as { preload?: () => Promise<unknown> }
  if (typeof window !== 'undefined') preload?.().catch(() => undefined)
  return content
}
