import type { NextPage } from 'next'
import type { ReactElement, ReactNode } from 'react'
import type { Ahead } from '@/hooks/ahead'

/**
 * A page. `getLayout` wraps it; pages whose layouts are the same element tree share one mounted layout, which keeps
 * its state while one moves between them. A page without it is rendered bare.
 */
export type Page<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement) => ReactNode
  /** What it asks first, once its code is there (`usePagesAhead`). */
  ahead?: () => Promise<Ahead | undefined>
}
