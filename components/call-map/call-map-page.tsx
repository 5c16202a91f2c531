import { ChevronRight, Network } from 'lucide-react'
import Link from 'next/link'
import { parseAsString, useQueryState } from 'nuqs'
import { useId, useMemo, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { MomentFields } from '@/components/test-call/moment-fields'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMinute } from '@/hooks/use-minute'
import { useSnapshot } from '@/hooks/use-snapshot'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { instantOfInput } from '@/lib/dates/wall-input'
import { tenantPath } from '@/lib/paths'
import { recordPath } from '@/lib/telephony/routing/record'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { testCallPath } from '@/lib/telephony/simulator/address'
import { type Choice, numbers } from '@/lib/telephony/simulator/callable'
import { outlineOf } from '@/lib/telephony/simulator/outline'
import { OutlineList } from './outline-list'

/** As many numbers as this stand open from the start. */
const OPEN_NUMBERS = 3

/** From each of a tenant's numbers to where its calls may end. */
export function CallMapPage() {
  const tenantId = useCurrentTenantId()
  const query = useSnapshot(tenantId)
  return (
    <>
      <header className="mb-3">
        <h2 className="text-xl font-semibold">Call map</h2>
        <p className="text-sm text-text-muted">
          From each number to everywhere that its calls may end, as the configuration is saved now.
        </p>
      </header>
      <Loaded
        query={query}
        title="The configuration could not be loaded"
        pending={
          <div role="status">
            <span className="sr-only">Loading the configuration</span>
            <Skeleton className="h-64 w-full" />
          </div>
        }
        empty={<EmptyState title="There is nothing to show here" />}
      >
        {(snapshot) =>
          snapshot.dids.length === 0 ? (
            <EmptyState
              icon={<Network size={18} />}
              title="No numbers yet"
              action={<LinkButton href={`${tenantPath(tenantId)}/dids/inbound`}>Inbound numbers</LinkButton>}
            >
              The map begins at the tenant’s numbers.
            </EmptyState>
          ) : (
            <CallMap snapshot={snapshot} />
          )
        }
      </Loaded>
    </>
  )
}

function CallMap({ snapshot }: { snapshot: TenantSnapshot }) {
  const [at, setAt] = useQueryState('at', parseAsString)
  const now = useMinute()
  const zone = snapshot.tenant.time_zone
  const moment = at === null ? now : instantOfInput(zone, at)
  const choices = useMemo(() => numbers(snapshot), [snapshot])
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <div className="grid gap-4 sm:grid-cols-2 xl:max-w-2xl">
          <MomentFields
            zone={zone}
            value={at}
            error={
              moment === undefined
                ? 'Enter a date and a time that the tenant’s clocks show on that day.'
                : undefined
            }
            onChange={(value) => void setAt(value)}
          />
        </div>
      </Card>
      <Card flush title="Numbers">
        <ul aria-label="Numbers" className="divide-y divide-border">
          {choices.map((number) => (
            <NumberOutline
              key={number.value}
              snapshot={snapshot}
              number={number}
              moment={moment ?? now}
              initiallyOpen={choices.length <= OPEN_NUMBERS}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}

function NumberOutline({
  snapshot,
  number,
  moment,
  initiallyOpen,
}: {
  snapshot: TenantSnapshot
  number: Choice
  moment: number
  initiallyOpen: boolean
}) {
  const id = useId()
  const [open, setOpen] = useState(initiallyOpen)
  const nodes = useMemo(
    () => (open ? outlineOf(snapshot, number.value, moment) : []),
    [open, snapshot, number.value, moment],
  )
  const tenantId = snapshot.tenant.id
  const did = snapshot.dids.find((each) => each.number === number.value)
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-8 min-w-0 items-center gap-2 rounded-sm text-left font-medium touch:min-h-11"
        >
          <ChevronRight aria-hidden size={16} className={cn('shrink-0', open && 'rotate-90')} />
          <span className="min-w-0 break-words">{number.label}</span>
        </button>
        <span className="flex gap-4 text-sm font-medium text-accent-text">
          {did ? (
            <Link
              href={recordPath(tenantId, { table: 'dids', id: did.id })}
              className="inline-flex min-h-6 items-center rounded-sm hover:underline"
            >
              Open<span className="sr-only"> {number.label}</span>
            </Link>
          ) : null}
          <Link
            href={testCallPath(tenantId, { to: number.value })}
            className="inline-flex min-h-6 items-center rounded-sm hover:underline"
          >
            Test a call<span className="sr-only"> to {number.label}</span>
          </Link>
        </span>
      </div>
      <div id={id} hidden={!open} className="pt-2 pb-1 pl-1.5">
        {open ? <OutlineList tenantId={tenantId} nodes={nodes} label={`From ${number.label}`} /> : null}
      </div>
    </li>
  )
}
