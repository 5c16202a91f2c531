import type { Column } from '@/components/ui/data-table'
import { StatusBadge } from '@/components/ui/status-badge'
import { NO_VALUE } from '@/lib/figures'
import { lineTypeLabel, type Portability, portabilityLabel } from '@/lib/numbers/number-facts'
import { shownNumber } from '@/lib/validation/phone'
import { known } from './known'
import { SourceAge } from './source-age'

/** Columns of checked numbers. */
export const PORT_COLUMNS: readonly Column<Portability>[] = [
  {
    id: 'number',
    header: 'Number',
    phone: 'primary',
    cell: ({ number }) => <span className="numeric">{shownNumber(number)}</span>,
  },
  {
    id: 'portable',
    header: 'Portable',
    phone: 'secondary',
    cell: ({ portable }) => (
      <StatusBadge tone={portable === null ? 'neutral' : portable ? 'success' : 'danger'}>
        {portabilityLabel(portable)}
      </StatusBadge>
    ),
  },
  {
    id: 'fastPort',
    header: 'Fast port',
    cell: ({ fastPort }) => known(fastPort === null ? null : fastPort ? 'Yes' : 'No'),
  },
  { id: 'reason', header: 'Reason', phone: 'secondary', cell: ({ reason }) => reason || NO_VALUE },
  { id: 'carrier', header: 'Carrier', cell: ({ carrier }) => known(carrier) },
  { id: 'lineType', header: 'Line type', cell: ({ lineType }) => known(lineType && lineTypeLabel(lineType)) },
  { id: 'rateCenter', header: 'Rate center', cell: ({ rateCenter }) => known(rateCenter) },
  { id: 'source', header: 'Source', phone: 'hidden', cell: (one) => <SourceAge {...one} /> },
]
