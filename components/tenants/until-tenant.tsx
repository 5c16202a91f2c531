import { type ReactNode, Suspense, useState } from 'react'
import { useTenantIsKnown } from '@/hooks/use-tenant'

/**
 * What needs the tenant's figures (`useCurrentTenant`), once they are there. Where they came with the page nothing waits: a
 * large boundary would make the server send scripts, which the page's policy does not allow.
 */
export function UntilTenant({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const known = useTenantIsKnown()
  const [cameWithPage] = useState(known)
  if (cameWithPage) return known ? children : fallback
  return <Suspense fallback={fallback}>{children}</Suspense>
}
