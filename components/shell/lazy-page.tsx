import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { latePart } from '@/components/ui/late-code'
import { preloadCode } from '@/lib/preload-code'
import { PageSkeleton } from './page-skeleton'

/** Stands for a page's content until its code is there. */
export const loadingPage = latePart(<PageSkeleton />)

/** A page's content as a separate chunk, fetched as soon as the page opens, while session and role are still loading. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // A failure here is repeated, and shown, when the content renders.
  if (typeof window !== 'undefined') load().catch(() => undefined)
  return Object.assign(dynamic(load, { ssr: false, loading: loadingPage }), {
    preload: async () => ({ default: await load() }),
  })
}

/** The same for server-rendered content: `dynamic` must see the import, so that the page names the chunk. */
export function preloadedPage<Props extends object>(content: ComponentType<Props>): ComponentType<Props> {
  if (typeof window !== 'undefined') preloadCode(content)?.catch(() => undefined)
  return content
}
