import { ResourcePage } from '@/components/records/resource-page'
import { prefetchRecords } from '@/hooks/use-record-query'
import { faxBox } from '@/lib/resources/fax-box'

export function FaxBoxPage() {
  return (
    <ResourcePage
      resource={faxBox}
      cells={{ recipients: ({ recipients }) => recipients?.join(', ') ?? 'Nobody' }}
      emptyText="A fax that comes to a fax box’s number is kept here and emailed as a PDF. Add a box, then send a number to it."
    />
  )
}
FaxBoxPage.ahead = prefetchRecords(faxBox)
