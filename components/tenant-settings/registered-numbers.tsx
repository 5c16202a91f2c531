import { EllipsisVertical } from 'lucide-react'
import { Loaded } from '@/components/common/loaded'
import { E911Record } from '@/components/dids/e911-record'
import { E911Steps } from '@/components/dids/e911-steps'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { LinkButton } from '@/components/ui/link-button'
import { Menu } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useRegisteredNumbers } from '@/hooks/use-tenant-settings'
import { tenantPath } from '@/lib/record-paths'
import { shownNumber } from '@/lib/validation/phone'

/** Numbers with a 911 registration: address, state, and next steps. */
export function RegisteredNumbers() {
  const tenantId = useCurrentTenantId()
  const query = useRegisteredNumbers()
  const some = Boolean(query.data?.length)
  const numbers = `${tenantPath(tenantId)}/dids/inbound`
  return (
    <div id="emergency" className="scroll-mt-16">
      <Card
        title="Numbers registered for 911"
        actions={
          some ? (
            <LinkButton size="sm" href={numbers}>
              Register a number
            </LinkButton>
          ) : undefined
        }
        flush={some}
      >
        <Loaded
          query={query}
          pending={<Skeleton className="h-14 w-full" />}
          empty={
            <EmptyState
              title="No number is registered for 911"
              action={<LinkButton href={numbers}>Open the inbound numbers</LinkButton>}
            >
              Add an address below, then register one of the inbound numbers at it.
            </EmptyState>
          }
        >
          {(data) => (
            <E911Steps>
              {(entriesOf) => (
                <ul className="divide-y divide-border">
                  {data.map((did) => {
                    const number = shownNumber(did.number)
                    const entries = entriesOf(did)
                    return (
                      <li key={did.id} className="flex items-start justify-between gap-3 px-4 py-3">
                        <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 sm:grid-cols-[14rem_minmax(0,1fr)]">
                          <p className="text-base font-medium">
                            <span className="numeric">{number}</span>
                            <span className="block truncate text-sm font-normal text-text-muted">
                              {did.description}
                            </span>
                          </p>
                          <E911Record did={did} />
                        </div>
                        {entries.length > 0 ? (
                          <Menu
                            trigger={
                              <IconButton label={`911 registration of ${number}`} icon={EllipsisVertical} />
                            }
                            entries={entries}
                          />
                        ) : null}
                      </li>
                    )
                  })}
                </ul>
              )}
            </E911Steps>
          )}
        </Loaded>
      </Card>
    </div>
  )
}
