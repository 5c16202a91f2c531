import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ChartBar } from '@/components/ui/chart-bar'
import { ChartKey } from '@/components/ui/chart-key'
import { DescriptionList } from '@/components/ui/description-list'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { Stat } from '@/components/ui/stat'
import { useBillingOverview } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { type BillingOverview, customerTermsLabel, taxLabel, termsLabel } from '@/lib/billing/account'
import { formatMoney } from '@/lib/billing/money'
import { dayLabel, monthLabel } from '@/lib/dates/format'
import { NO_VALUE } from '@/lib/figures'
import { may } from '@/lib/session/permissions'
import type { TabProps } from './tab-props'

const DraftDialog = lateDialog(
  dynamic(() => import('./draft-dialog').then((m) => m.DraftDialog), { ssr: false }),
)
const AccountDialog = lateDialog(
  dynamic(() => import('./account-dialog').then((m) => m.AccountDialog), { ssr: false }),
)

/** What a tenant owes, its next invoice, its invoices by month and its terms. */
export function OverviewTab({ tenantId, onOpenInvoice }: TabProps) {
  const query = useBillingOverview(tenantId)
  const { data } = query
  const { permissions } = useMember()
  const [dialog, setDialog] = useState<'draft' | 'account' | null>(null)

  if (!data && query.error) return failureOf(query)
  return (
    <div className="flex flex-col gap-4">
      <Figures overview={data} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Invoiced, by the month billed">
          {data ? (
            <MonthChart months={data.months} currency={data.currency} />
          ) : (
            <Skeleton className="h-44 w-full" />
          )}
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Next invoice">
            {data ? (
              <NextInvoice
                overview={data}
                onOpen={onOpenInvoice}
                onDraft={may(permissions, 'billing', 'create') ? () => setDialog('draft') : undefined}
              />
            ) : (
              <Skeleton className="h-16 w-full" />
            )}
          </Card>
          <Card
            title="Account"
            actions={
              data && may(permissions, 'billing', 'edit') ? (
                <Button size="sm" onClick={() => setDialog('account')}>
                  Edit account
                </Button>
              ) : null
            }
          >
            {data ? (
              <DescriptionList
                items={[
                  {
                    term: 'Terms',
                    details:
                      data.terms_days === null ? customerTermsLabel(data) : termsLabel(data.terms_days),
                  },
                  { term: 'Currency', details: data.currency },
                  { term: 'Rate plan', details: data.rate_plan ?? 'None: calls are not charged' },
                  { term: 'Tax', details: taxLabel(data) },
                ]}
              />
            ) : (
              <Skeleton className="h-24 w-full" />
            )}
          </Card>
        </div>
      </div>
      {dialog === 'draft' ? (
        <DraftDialog tenantId={tenantId} onClose={() => setDialog(null)} onDrafted={onOpenInvoice} />
      ) : null}
      {dialog === 'account' && data ? (
        <AccountDialog tenantId={tenantId} account={data} onClose={() => setDialog(null)} />
      ) : null}
    </div>
  )
}

function Figures({ overview }: { overview: BillingOverview | undefined }) {
  const money = (amount: number) => formatMoney(amount, overview?.currency ?? 'USD')
  const credit = overview !== undefined && overview.balance < 0
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <Stat
        label={credit ? 'Credit' : 'Balance'}
        figure={overview && money(Math.abs(overview.balance))}
        detail={overview && (credit ? 'Covers the next invoices' : 'Owed by the customer')}
      />
      <Stat
        label="Overdue"
        figure={
          overview && (
            <span className={overview.overdue > 0 ? 'text-danger-text' : undefined}>
              {money(overview.overdue)}
            </span>
          )
        }
        detail={overview && (overview.overdue > 0 ? 'Past its due date' : 'Nothing is overdue')}
      />
      <Stat
        label="Open invoices"
        figure={overview?.open_invoices}
        detail={
          overview && (overview.next_due ? `First due ${dayLabel(overview.next_due)}` : 'None are open')
        }
      />
      <Stat
        label="Subscriptions per month"
        figure={overview && money(overview.recurring)}
        detail="Without calls"
      />
    </div>
  )
}

function NextInvoice({
  overview: { draft, currency },
  onOpen,
  onDraft,
}: {
  overview: BillingOverview
  onOpen: (id: string) => void
  onDraft: (() => void) | undefined
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="text-base">{draft ? `Draft for ${monthLabel(draft.period_start)}` : 'No draft'}</p>
        <p className="numeric text-xl font-semibold">
          {draft ? formatMoney(draft.total, currency) : NO_VALUE}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {draft ? <Button onClick={() => onOpen(draft.id)}>Open draft</Button> : null}
        {onDraft ? (
          <Button variant="primary" onClick={onDraft}>
            Run billing
          </Button>
        ) : null}
      </div>
    </div>
  )
}

type Month = { month: string; total: number; paid: number }

/** Invoiced amounts by month, the paid part darker. Screen readers get a table with the figures. */
function MonthChart({ months, currency }: { months: readonly Month[]; currency: string }) {
  const highest = Math.max(0, ...months.map(({ total }) => total))
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-muted">
        <ChartKey className="bg-accent" label="Paid" />
        <ChartKey className="bg-accent/35" label="Open" />
        <span className="ml-auto numeric">Highest {formatMoney(highest, currency)}</span>
      </figcaption>
      <div aria-hidden className="flex h-36 items-end gap-1 border-b border-border sm:gap-2">
        {months.map(({ month, total, paid }) => (
          <div
            key={month}
            title={`${monthLabel(month)}: ${formatMoney(total, currency)}, ${formatMoney(paid, currency)} paid`}
            className="h-full min-w-0 flex-1"
          >
            <ChartBar value={total} part={paid} highest={highest} />
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex gap-1 text-2xs text-text-muted sm:gap-2">
        {months.map(({ month }) => (
          <span key={month} className="min-w-0 flex-1 text-center">
            {monthLabel(month, 'short').slice(0, 3)}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>Invoiced, by the month billed</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Invoiced</th>
            <th scope="col">Paid</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, total, paid }) => (
            <tr key={month}>
              <th scope="row">{monthLabel(month)}</th>
              <td>{formatMoney(total, currency)}</td>
              <td>{formatMoney(paid, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
