import { ResourcePage } from '@/components/records/resource-page'
import { prefetchRecords } from '@/hooks/use-record-query'
import { parkLot } from '@/lib/resources/park-lot'
import { spacesOf } from '@/lib/telephony/park-spaces'

export function ParkLotPage() {
  return (
    <ResourcePage
      resource={parkLot}
      cells={{ places: (row) => <span className="numeric">{spacesOf(row).join('–')}</span> }}
      emptyText="Calls are parked at a lot’s numbers and picked up there from any phone. Add a lot so that phones can park calls."
    />
  )
}
ParkLotPage.ahead = prefetchRecords(parkLot)
