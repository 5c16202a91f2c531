import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { preloadCode } from '@/lib/preload-code'
import { PageSkeleton } from './page-skeleton'

/** A page's content as a separate chunk, fetched as soon as the page opens, while session and role are still loading. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // A failure here recurs, and is shown, when the content renders.
  if (typeof window !== 'undefined') load().catch(() => undefined)
  return Object.assign(dynamic(load, { ssr: false, loading: PageSkeleton }), {
    preload: async () => ({ default: await load() }),
  })
}

/** The same for server-rendered content: `dynamic` must see the import, so that the page names the chunk. */
export function preloadedPage<Props extends object>(content: ComponentType<Props>): ComponentType<Props> {
  if (typeof window !== 'undefined') preloadCode(content)?.catch(() => undefined)
  return content
}
