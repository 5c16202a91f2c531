import { ExtensionList } from '@/components/extensions/extension-list'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { prefetchRecords } from '@/hooks/use-record-query'
import { pagingGroup } from '@/lib/resources/paging-group'

export function PagingGroupPage() {
  return (
    <ResourcePage
      resource={pagingGroup}
      sections={PagedPhones}
      cells={{
        members: ({ members }) => (members ? <>{members}</> : <Badge tone="warning">No members</Badge>),
      }}
      emptyText="Whoever calls a paging group is heard through all its phones. Add a group for announcements or hands-free talk."
    />
  )
}
PagingGroupPage.ahead = prefetchRecords(pagingGroup)

function PagedPhones() {
  return (
    <>
      <ExtensionList table="paging_group_members" />
      <p className="text-sm text-text-muted">
        If an extension has several phones, only the first to answer speaks. Give each an extension of its
        own.
      </p>
    </>
  )
}
