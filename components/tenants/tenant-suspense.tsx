import { type ReactNode, Suspense, useState } from 'react'
import { useTenantIsKnown } from '@/hooks/use-tenant'

/**
 * Renders content that needs the tenant's figures (`useCurrentTenant`) once they are loaded. If they came with the page, there is
 * no suspense boundary: a large one would make the server send scripts, which the page's CSP forbids.
 */
export function TenantSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const known = useTenantIsKnown()
  const [cameWithPage] = useState(known)
  if (cameWithPage) return known ? children : fallback
  return <Suspense fallback={fallback}>{children}</Suspense>
}
