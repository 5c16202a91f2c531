import { sumBy } from 'es-toolkit/math'
import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import { useReportSubscriptions } from '@/hooks/use-report'
import { formatMoney } from '@/lib/billing/money'
import { formatFigure } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'
import { type SubscriptionsAsked, sumsOf } from '@/lib/reports/reports'
import { DrillDownDialog, DrillDownRow } from './drill-down-dialog'

/** The subscriptions behind a service's monthly revenue. */
export function SubscriptionsDialog({ asked, onClose }: { asked: SubscriptionsAsked; onClose: () => void }) {
  return (
    <DrillDownDialog
      title={`Subscriptions to ${asked.service}`}
      query={useReportSubscriptions(asked)}
      empty={<EmptyState title="No subscriptions">They may have been ended meanwhile.</EmptyState>}
      total={(rows) => (
        <DrillDownRow
          name="Total"
          details={formatFigure(sumBy(rows, ({ quantity }) => quantity))}
          figure={`${sumsOf(
            rows.map((row) => ({ ...row, currency: asked.currency })),
            ({ monthly }) => monthly,
          )} a month`}
        />
      )}
      onClose={onClose}
    >
      {({ tenant_id, name, quantity, cycle, monthly }) => (
        <DrillDownRow
          name={<TextLink href={`${tenantPath(tenant_id)}/billing?tab=subscriptions`}>{name}</TextLink>}
          details={`${formatFigure(quantity)}, billed ${cycle}`}
          figure={`${formatMoney(monthly, asked.currency)} a month`}
        />
      )}
    </DrillDownDialog>
  )
}
