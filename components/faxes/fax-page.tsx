import dynamic from 'next/dynamic'
import { Caller } from '@/components/common/caller'
import { Moment } from '@/components/common/relative-time'
import { ResourcePage, type ResourcePageProps } from '@/components/records/resource-page'
import { lateDialog } from '@/components/ui/late-code'
import { prefetchRecords } from '@/hooks/use-record-query'
import type { RowOf } from '@/lib/records/resource'
import { fax } from '@/lib/resources/fax'
import { FaxState } from './fax-state'

const FaxDialog = lateDialog(dynamic(() => import('./fax-dialog').then((module) => module.FaxDialog)))

const CELLS: ResourcePageProps<RowOf<typeof fax>>['cells'] = {
  from_number: ({ from_number, from_station }) => <Caller number={from_number} name={from_station} />,
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
FaxPage.ahead = prefetchRecords(fax)
