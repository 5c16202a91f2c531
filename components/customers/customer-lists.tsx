import Link from 'next/link'
import type { ReactNode } from 'react'
import useSWR from 'swr'
import { StockStatus } from '@/components/inventory/stock-status'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney } from '@/lib/billing/money'
import { customerRecords } from '@/lib/customers/customer-records'
import { failureMessage } from '@/lib/errors'
import { opportunityPath, tenantPath } from '@/lib/paths'
import { getSupabase } from '@/lib/supabase/browser-client'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'

/** A customer's opportunities, numbers, stock and invoices. */
export function CustomerLists({ companyId, tenantId }: { companyId: string; tenantId: string | null }) {
  const { data, error, isValidating, mutate } = useSWR(
    ['customer-records', companyId] as const,
    async ([, id]) => customerRecords(await getSupabase(), id),
  )
  if (error && !data) {
    return (
      <ErrorState message={failureMessage(error)} onRetry={() => void mutate()} retrying={isValidating} />
    )
  }
  if (!data) return <Skeleton className="h-48 w-full" />
  return (
    <>
      <Section
        title="Opportunities"
        empty="No opportunities yet."
        rows={data.opportunities.map(({ id, name, status, amount }) => ({
          id,
          href: opportunityPath(id),
          title: name,
          detail: `${status}, ${formatMoney(amount, 'USD')}`,
        }))}
      />
      <Section
        title="Numbers"
        empty="No numbers yet."
        rows={data.numbers.map(({ id, number, description }) => ({
          id,
          href: tenantId ? `${tenantPath(tenantId)}/dids/inbound?record=${id}` : undefined,
          title: formatNorthAmericanPhone(number) ?? number,
          detail: description,
        }))}
      />
      <Section
        title="Stock"
        empty="No stock is with them."
        rows={data.stock.map(({ id, name, mac, status }) => ({
          id,
          href: `/app/inventory?record=${id}`,
          title: name,
          detail: (
            <>
              <span className="code">{mac}</span> <StockStatus status={status} />
            </>
          ),
        }))}
      />
      <Section
        title="Invoices"
        empty="No invoices yet."
        rows={data.invoices.map(({ id, number, status, total }) => ({
          id,
          href: tenantId ? `${tenantPath(tenantId)}/billing?invoice=${id}` : undefined,
          title: number ?? 'Draft',
          detail: `${status}, ${formatMoney(total, 'USD')}`,
        }))}
      />
    </>
  )
}

interface Row {
  id: string
  href: string | undefined
  title: string
  detail: ReactNode
}

function Section({ title, empty, rows }: { title: string; empty: string; rows: readonly Row[] }) {
  return (
    <Card title={title} flush>
      {rows.length === 0 ? <p className="px-4 py-3 text-sm text-text-muted">{empty}</p> : null}
      <ul className="divide-y divide-border text-sm">
        {rows.map(({ id, href, title: name, detail }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2">
            {href ? (
              <Link href={href} className="rounded-sm font-medium underline-offset-2 hover:underline">
                {name}
              </Link>
            ) : (
              <span className="font-medium">{name}</span>
            )}
            <span className="inline-flex items-center gap-2 text-text-muted">{detail}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
