import dynamic from 'next/dynamic'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { prefetchRecords } from '@/hooks/use-record-query'
import { ringGroup } from '@/lib/resources/ring-group'
import type { Tables } from '@/lib/supabase/database.types'

const RingGroupMembers = dynamic(
  () => import('./ring-group-members').then((module) => module.RingGroupMembers),
  { loading: latePart(<Skeleton className="h-32 w-full" />) },
)

type Counts = Pick<Tables<'ring_group_list'>, 'members' | 'ringing_members'>

export function RingGroupPage() {
  return (
    <ResourcePage
      resource={ringGroup}
      sections={RingGroupMembers}
      editorSize="xl"
      cells={{ members: (row) => <MemberCount {...row} /> }}
      emptyText="A ring group rings several phones when its number is called, together or in turn."
    />
  )
}
RingGroupPage.ahead = prefetchRecords(ringGroup)

function MemberCount({ members, ringing_members: ringing }: Counts) {
  if (!members) return <Badge tone="warning">No members</Badge>
  if (ringing === members) return <>{members}</>
  return ringing ? (
    <span className="inline-flex items-center gap-2">
      {members} <Badge tone="warning">{ringing === 1 ? '1 rings' : `${ringing} ring`}</Badge>
    </span>
  ) : (
    <span className="inline-flex items-center gap-2">
      {members} <Badge tone="danger">Nobody rings</Badge>
    </span>
  )
}
