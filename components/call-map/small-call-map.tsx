import { useMemo } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { useSnapshot } from '@/hooks/use-snapshot'
import { callMapOf, MOST_DRAWN } from '@/lib/telephony/map/call-map'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { CallDrawing } from './call-drawing'

/** The call map of all numbers at any time, drawn in a card. */
export function SmallCallMap({ tenantId }: { tenantId: string }) {
  return (
    <Loaded
      query={useSnapshot(tenantId)}
      title="The configuration could not be loaded"
      pending={<Skeleton className="h-80 w-full" />}
      empty={<Words>There is nothing to show here.</Words>}
    >
      {(snapshot) => <Map snapshot={snapshot} />}
    </Loaded>
  )
}

function Map({ snapshot }: { snapshot: TenantSnapshot }) {
  const map = useMemo(() => callMapOf(snapshot, null), [snapshot])
  if (snapshot.dids.length === 0)
    return <Words>The map begins at the tenant’s numbers. There are none yet.</Words>
  if (map.nodes.length > MOST_DRAWN)
    return (
      <Words>
        This is too much for one drawing. Open the call map and choose a number or a record there.
      </Words>
    )
  return <CallDrawing small tenantId={snapshot.tenant.id} map={map} title="Call map – all numbers" />
}

const Words = ({ children }: { children: string }) => <p className="text-sm text-text-muted">{children}</p>
