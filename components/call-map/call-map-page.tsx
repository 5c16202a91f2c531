import { dequal } from 'dequal'
import { ChevronRight, Network } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useId, useMemo, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { ANY_TIME, MomentFields } from '@/components/test-call/moment-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { Combobox } from '@/components/ui/combobox'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { latePart } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHeader } from '@/components/ui/section-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMinute } from '@/hooks/use-minute'
import { useSnapshot } from '@/hooks/use-snapshot'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWideScreen } from '@/hooks/use-wide-screen'
import { instantOfInput } from '@/lib/dates/wall-input'
import { tenantPath } from '@/lib/record-paths'
import {
  callMapOf,
  type CallMap as CallMapOfTenant,
  MOST_DRAWN,
  narrowMapTo,
} from '@/lib/telephony/map/call-map'
import { placeKey } from '@/lib/telephony/routing/place'
import { hasPage, recordPath } from '@/lib/telephony/routing/record'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { testCallPath } from '@/lib/telephony/simulator/address'
import { type Choice, numbers } from '@/lib/telephony/simulator/callable'
import { outlineOf } from '@/lib/telephony/simulator/outline'
import { OutlineList } from './outline-list'

/** Up to this many numbers start expanded. */
const OPEN_NUMBERS = 3
const EVERYTHING = 'all'
const PARAMETERS = { at: parseAsString, of: parseAsString, drawn: parseAsBoolean }

const CallDrawing = dynamic(() => import('./call-drawing').then((module) => module.CallDrawing), {
  ssr: false,
  loading: latePart(<Skeleton className="h-[36rem] w-full" />),
})

/** The routes from each of a tenant's numbers to where its calls may end. */
export function CallMapPage() {
  const tenantId = useCurrentTenantId()
  const query = useSnapshot(tenantId)
  return (
    <>
      <SectionHeader
        title="Call map"
        description="Where calls to each number can end, by the saved configuration."
      />
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
  const [{ at, of, drawn }, setAsked] = useQueryStates(PARAMETERS)
  const wide = useWideScreen()
  const now = useMinute()
  const zone = snapshot.tenant.time_zone
  const anyTime = at === ANY_TIME
  const moment = at === null || anyTime ? now : instantOfInput(zone, at)
  const shown = moment ?? now
  const choices = useMemo(() => numbers(snapshot), [snapshot])
  const whole = useUnchanged(
    useMemo(() => callMapOf(snapshot, anyTime ? null : shown), [snapshot, anyTime, shown]),
  )
  const map = useMemo(() => (of === null ? whole : narrowMapTo(whole, of)), [whole, of])
  const places = useMemo(() => placeChoices(whole, choices), [whole, choices])
  const chosen = places.find(({ value }) => value === of)
  const within = new Set(map.nodes.map(({ key }) => key))
  const listed = choices.filter(({ value }) => within.has(placeKey({ at: 'number', number: value })))
  const draws = drawn ?? wide
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <MomentFields
            zone={zone}
            value={at}
            offersAnyTime
            error={
              moment === undefined ? 'Enter a date and time that exist in the tenant’s time zone.' : undefined
            }
            onChange={(value) => void setAsked({ at: value })}
          />
          <FormRow label="Show">
            <Combobox
              options={places}
              value={of ?? EVERYTHING}
              text={chosen?.label ?? 'All numbers'}
              searchLabel="Search numbers and records"
              emptyText="Nothing matches"
              onSelect={(value) => void setAsked({ of: value === EVERYTHING ? null : value })}
            />
          </FormRow>
        </div>
      </Card>
      <Card
        flush
        title="Drawing"
        actions={
          <Button size="sm" aria-expanded={draws} onClick={() => void setAsked({ drawn: !draws })}>
            {draws ? 'Hide the drawing' : 'Show the drawing'}
          </Button>
        }
      >
        {!draws ? null : map.nodes.length > MOST_DRAWN ? (
          <EmptyState icon={<Network size={18} />} title="Too much for one drawing">
            Choose a number or a record above. The outline below has everything.
          </EmptyState>
        ) : (
          <CallDrawing
            tenantId={snapshot.tenant.id}
            map={map}
            title={`Call map – ${chosen?.label ?? 'all numbers'}`}
          />
        )}
      </Card>
      <Card flush title="Numbers">
        {listed.length === 0 ? (
          <EmptyState title="No number routes there">It can only be dialed inside the tenant.</EmptyState>
        ) : (
          <ul aria-label="Numbers" className="divide-y divide-border">
            {listed.map((number) => (
              <NumberOutline
                key={number.value}
                snapshot={snapshot}
                number={number}
                moment={shown}
                anyTime={anyTime}
                initiallyOpen={listed.length <= OPEN_NUMBERS}
              />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

/** Filters of the map: everything, a number, or a record on it. */
function placeChoices(map: CallMapOfTenant, choices: readonly Choice[]): Choice[] {
  const records = map.nodes.filter(({ kind, record }) => kind !== 'number' && hasPage(record))
  const unique = new Map(
    records.filter(({ key }) => !key.includes(' end ')).map((node) => [node.key, node.label]),
  )
  return [
    { value: EVERYTHING, label: 'All numbers' },
    ...choices.map((choice) => ({
      ...choice,
      value: placeKey({ at: 'number', number: choice.value }),
      group: 'Numbers',
    })),
    ...[...unique]
      .map(([value, label]) => ({ value, label, group: 'Records' }))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
  ]
}

/** Returns the previous object while the new one is equal: from one minute to the next, the map rarely changes. */
function useUnchanged<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || dequal(kept, value)) return kept
  setKept(value)
  return value
}

function NumberOutline({
  snapshot,
  number,
  moment,
  anyTime,
  initiallyOpen,
}: {
  snapshot: TenantSnapshot
  number: Choice
  moment: number
  anyTime: boolean
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
        {open ? (
          <OutlineList tenantId={tenantId} nodes={nodes} label={`From ${number.label}`} anyTime={anyTime} />
        ) : null}
      </div>
    </li>
  )
}
