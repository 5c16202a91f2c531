import { ResourcePage } from '@/components/records/resource-page'
import { prefetchRecords } from '@/hooks/use-record-query'
import { conferenceRoom } from '@/lib/resources/conference-room'

export function ConferenceRoomPage() {
  return (
    <ResourcePage
      resource={conferenceRoom}
      emptyText="Callers of a room’s number talk with each other. Add a room to let several people meet by phone."
    />
  )
}
ConferenceRoomPage.ahead = prefetchRecords(conferenceRoom)
