import type { NextPage } from 'next'
import type { ReactElement, ReactNode } from 'react'

/**
 * A page. `getLayout` wraps it; pages whose layouts are the same element tree share one mounted layout, which keeps
 * its state while one moves between them. A page without it is rendered bare.
 */
export type Page<Props = object> = NextPage<Props> & {
  getLayout?: (page: ReactElement) => ReactNode
}
