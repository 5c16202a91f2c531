import { type ReactNode, Suspense, useState } from 'react'
import { useTenantIsKnown } from '@/hooks/use-tenant'

/**
 * Renders content that needs the tenant's figures (`useCurrentTenant`) once they are loaded. If they came with the page, there is
 * no suspense boundary: React would hydrate a boundary of its own in one go, blocking the page, as soon as any data around it changes.
 */
export function TenantSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const known = useTenantIsKnown()
  const [cameWithPage] = useState(known)
  if (cameWithPage) return known ? children : fallback
  return <Suspense fallback={fallback}>{children}</Suspense>
}
