import { type ReactNode, Suspense, useState } from 'react'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { useIsInBrowser } from '@/hooks/use-is-in-browser'
import { useTenantIsKnown } from '@/hooks/use-tenant'

/**
 * Renders content that needs the tenant's figures (`useCurrentTenant`) once they are loaded. If they came with the page, there is
 * no suspense boundary: React would hydrate a boundary of its own in one go, blocking the page, as soon as any data around it changes.
 * If they did not, the server sends the fallback: it would wait for them forever.
 */
export function TenantSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const known = useTenantIsKnown()
  const [cameWithPage] = useState(known)
  const collecting = useIsCollectingQueries()
  const mayWait = useIsInBrowser() || collecting
  if (cameWithPage || !mayWait) return known ? children : fallback
  return <Suspense fallback={fallback}>{children}</Suspense>
}
