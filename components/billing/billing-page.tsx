import dynamic from 'next/dynamic'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { useFocusBack } from '@/hooks/focus-back'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { OverviewTab } from './overview-tab'

const loading = latePart(<Skeleton className="h-64 w-full" />)
// The browser does not have them yet when it hydrates the page.
const SubscriptionsTab = dynamic(() => import('./subscriptions-tab').then((m) => m.SubscriptionsTab), {
  ssr: false,
  loading,
})
const UsageTab = dynamic(() => import('./usage-tab').then((m) => m.UsageTab), {
  ssr: false,
  loading,
})
const InvoicesTab = dynamic(() => import('./invoices-tab').then((m) => m.InvoicesTab), {
  ssr: false,
  loading,
})
const PaymentsTab = dynamic(() => import('./payments-tab').then((m) => m.PaymentsTab), {
  ssr: false,
  loading,
})
const RatePlanTab = dynamic(() => import('./rate-plan-tab').then((m) => m.RatePlanTab), {
  ssr: false,
  loading,
})
const InvoicePage = dynamic(() => import('./invoice-page').then((m) => m.InvoicePage), {
  ssr: false,
  loading,
})

const TABS = ['overview', 'subscriptions', 'usage', 'invoices', 'payments', 'rates'] as const

/** A tenant's billing: subscriptions, usage and invoices. The tab and the open invoice are in the address. */
export function BillingPage() {
  const tenantId = useCurrentTenantId()
  const [{ tab, invoice }, setQuery] = useQueryStates(
    { tab: parseAsStringLiteral(TABS).withDefault('overview'), invoice: parseAsString },
    { history: 'push' },
  )
  const headingRef = useFocusBack(invoice, (left) =>
    document.querySelector<HTMLElement>(`[data-row-link][href$="invoice=${CSS.escape(left)}"]`),
  )
  const openInvoice = (id: string) => void setQuery({ tab: 'invoices', invoice: id })

  if (invoice) {
    return (
      <InvoicePage
        key={invoice}
        tenantId={tenantId}
        invoiceId={invoice}
        headingRef={headingRef}
        onClose={() => void setQuery({ tab: 'invoices', invoice: null })}
      />
    )
  }
  const props = { tenantId: tenantId, onOpenInvoice: openInvoice }
  return (
    <>
      <h2 className="mb-2 text-xl font-semibold">Billing</h2>
      <Tabs
        label="Billing"
        selected={tab}
        onSelect={(id) => void setQuery({ tab: TABS.find((known) => known === id) ?? 'overview' })}
        tabs={[
          { id: 'overview', label: 'Overview', content: <OverviewTab {...props} /> },
          { id: 'subscriptions', label: 'Subscriptions', content: <SubscriptionsTab {...props} /> },
          { id: 'usage', label: 'Usage', content: <UsageTab {...props} /> },
          { id: 'invoices', label: 'Invoices', content: <InvoicesTab {...props} /> },
          { id: 'payments', label: 'Payments', content: <PaymentsTab {...props} /> },
          { id: 'rates', label: 'Rate plan', content: <RatePlanTab {...props} /> },
        ]}
      />
    </>
  )
}
