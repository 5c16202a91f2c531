import dynamic from 'next/dynamic'
import { Moment } from '@/components/common/moment'
import { ResourcePage, type ResourcePageProps } from '@/components/records/resource-page'
import { recordsAhead } from '@/hooks/use-record-query'
import type { RowOf } from '@/lib/records/resource'
import { fax } from '@/lib/resources/fax'
import { shownNumber } from '@/lib/telephony/routing/record'
import { FaxState } from './fax-state'

const FaxDialog = dynamic(() => import('./fax-dialog').then((module) => module.FaxDialog))

const CELLS: ResourcePageProps<RowOf<typeof fax>>['cells'] = {
  from_number: ({ from_number: number, from_station: station }) => (
    <span className="flex min-w-0 flex-col">
      <span className="numeric">{number ? shownNumber(number) : 'Unknown number'}</span>
      {station && station !== number ? (
        <span className="truncate text-sm text-text-muted">{station}</span>
      ) : null}
    </span>
  ),
  received_at: ({ received_at }) => <Moment at={received_at} />,
  problem: (row) => <FaxState fax={row} />,
}

/** The faxes that came to a tenant's fax boxes. */
export function FaxPage() {
  return (
    <ResourcePage
      resource={fax}
      cells={CELLS}
      dialog={FaxDialog}
      emptyText="Faxes appear here as they come to the tenant’s fax boxes, where its switch has an agent."
    />
  )
}
FaxPage.ahead = recordsAhead(fax)
