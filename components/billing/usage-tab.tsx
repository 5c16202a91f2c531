import { type ReactNode, useState } from 'react'
import { ArchivedCalls } from '@/components/cdr/archived-calls'
import { Amount } from '@/components/common/amount'
import { failureOf, inTable } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useBillingOverview, useCallsInvoice, useUsage } from '@/hooks/use-billing'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useTenantZone } from '@/hooks/use-tenant'
import { CALL_COST } from '@/lib/billing/money'
import { USAGE_MONTHS, usageCharge, type UsageRow } from '@/lib/billing/rates'
import { dayAfter, monthStart } from '@/lib/dates/day'
import { monthLabel } from '@/lib/dates/format'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import { formatDuration } from '@/lib/validation/duration'
import { countOf } from '@/lib/words'
import type { TabProps } from './tab-props'

/** A tenant's calls to the outside in a month, by rate. */
export function UsageTab({ tenantId }: TabProps) {
  const today = useBusinessDay()
  const [month, setMonth] = useState(() => monthStart(today))
  const query = useUsage(tenantId, month)
  const { data } = query
  const overview = useBillingOverview(tenantId)
  const invoice = useCallsInvoice(tenantId, month).data
  const zone = useTenantZone()
  // A guess at the currency would be wrong for some.
  if (!overview.data) return failureOf(overview) ?? <Skeleton className="h-64 w-full" />
  const { currency } = overview.data
  const unrated = data?.find(({ prefix }) => prefix === null)
  const months = Array.from({ length: USAGE_MONTHS }, (_, back) => monthStart(today, -back))

  const columns: Column<UsageRow>[] = [
    { id: 'destination', header: 'Destination', cell: destinationLabel },
    {
      id: 'prefix',
      header: 'Prefix',
      cell: (row) => <span className="code">{prefixLabel(row.prefix)}</span>,
    },
    { id: 'calls', header: 'Calls', numeric: true, cell: (row) => formatFigure(row.calls) },
    { id: 'talk', header: 'Talk time', numeric: true, cell: (row) => formatDuration(row.talk_seconds) },
    { id: 'billed', header: 'Billed time', numeric: true, cell: (row) => formatDuration(row.billed_seconds) },
    {
      id: 'cost',
      header: 'Cost',
      numeric: true,
      cell: (row) =>
        row.prefix === null ? NO_VALUE : <Amount value={row.cost} currency={currency} places={CALL_COST} />,
    },
  ]

  const made = data?.reduce((sum, { calls }) => sum + calls, 0) ?? 0
  const charge = usageCharge(data ?? [])
  const rated = made - (unrated?.calls ?? 0)
  const over = month < monthStart(today)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FormRow label="Month" className="w-48">
          <Select
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            options={months.map((value) => ({ value, label: monthLabel(value) }))}
          />
        </FormRow>
        {data && data.length > 0 ? (
          <p className="numeric text-base" role="status">
            <span className="text-text-muted">{monthLabel(month)}: </span>
            {countOf(made, 'call')}, <Amount className="font-semibold" value={charge} currency={currency} />
            {invoice?.number && invoice.amount !== charge ? ' at today’s rates' : null}
            {invoice?.number ? (
              <>
                . Invoice {invoice.number} charges <Amount value={invoice.amount} currency={currency} />.
              </>
            ) : null}
          </p>
        ) : null}
      </div>
      {zone ? (
        <ArchivedCalls
          zone={zone}
          span={{ from: month, until: dayAfter(monthStart(month, 1), -1) }}
          what={(archived) => `The calls of ${archived} are not counted here.`}
        />
      ) : null}
      {unrated ? (
        <Alert
          tone="warning"
          quiet
          title={`${countOf(unrated.calls, 'call')} ${unrated.calls === 1 ? 'is' : 'are'} not charged`}
        >
          {overview.data.rate_plan_id
            ? 'The rate plan has no rate for where they went. A rate without a prefix covers all other destinations.'
            : 'The account has no rate plan.'}
        </Alert>
      ) : null}
      {invoice === null && over ? (
        <OnNoInvoice calls={rated}>
          Run billing for {monthLabel(monthStart(month, 1))}: the invoice of another month does not charge
          them.
        </OnNoInvoice>
      ) : null}
      {invoice?.number ? (
        <OnNoInvoice calls={rated - invoice.calls}>
          Invoice {invoice.number} charges {countOf(invoice.calls, 'call')} of this month. The others arrived
          or got their rate after it was issued. Charge them with an adjustment on the next draft.
        </OnNoInvoice>
      ) : null}
      <DataTable
        label="Usage"
        columns={columns}
        rowKey={(row) => row.prefix ?? 'none'}
        {...inTable(query)}
        empty={
          <EmptyState title={`No calls in ${monthLabel(month)}`}>
            Answered calls to external numbers are rated here, forwarded and transferred ones too. They are
            charged with the invoice of the month after. Emergency calls are not charged.
          </EmptyState>
        }
      />
    </div>
  )
}

/** Warns of calls that no invoice charges; renders nothing if there are none. */
function OnNoInvoice({ calls, children }: { calls: number; children: ReactNode }) {
  if (calls <= 0) return null
  return (
    <Alert
      tone="warning"
      quiet
      title={`${countOf(calls, 'call')} ${calls === 1 ? 'is' : 'are'} on no invoice`}
    >
      {children}
    </Alert>
  )
}

function destinationLabel({ prefix, description }: UsageRow) {
  if (prefix === null) return <span className="text-warning-text">No rate</span>
  return description || (prefix === '' ? 'All other destinations' : `+${prefix}`)
}

function prefixLabel(prefix: string | null): string {
  return prefix ? `+${prefix}` : NO_VALUE
}
