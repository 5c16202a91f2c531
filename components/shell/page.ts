import type { NextPage } from 'next'
import type { ReactElement, ReactNode } from 'react'
import type { Ahead } from '@/hooks/prefetch'

/**
 * A page. `getLayout` wraps it; pages with the same layout element tree share one mounted layout, which keeps its state across
 * navigation. Without it, the page is rendered bare.
 */
export type Page<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement) => ReactNode
  /** Its first queries, available once its code is loaded (`usePagePrefetch`). */
  ahead?: () => Promise<Ahead | undefined>
}
