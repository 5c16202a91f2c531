import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { tenantPath } from '@/lib/record-paths'

const SmallCallMap = dynamic(() => import('./small-call-map').then((module) => module.SmallCallMap), {
  ssr: false,
  loading: latePart(<Skeleton className="h-80 w-full" />),
})

/**
 * The overview card of a tenant's call map. It is drawn only when asked for: the whole configuration and the code that follows calls
 * through it are more than the rest of the page.
 */
export function CallMapCard({ tenantId }: { tenantId: string }) {
  const [drawn, setDrawn] = useState(false)
  const toggle = drawn ? 'Hide' : 'Show'
  return (
    <Card
      title="Call map"
      actions={
        <>
          <Button
            size="sm"
            aria-label={`${toggle} the drawing`}
            aria-expanded={drawn}
            onClick={() => setDrawn(!drawn)}
          >
            {toggle}
          </Button>
          <LinkButton size="sm" href={`${tenantPath(tenantId)}/call-map`}>
            Open the call map
          </LinkButton>
        </>
      }
    >
      {drawn ? (
        <SmallCallMap tenantId={tenantId} />
      ) : (
        <p className="text-sm text-text-muted">Every way that calls to each number can go.</p>
      )}
    </Card>
  )
}
