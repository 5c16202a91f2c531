import { LayoutDashboard, ScanBarcode } from 'lucide-react'
import { ActivityList } from '@/components/common/activity-list'
import { failureOf } from '@/components/common/loaded'
import { LookUpButton } from '@/components/inventory/look-up-button'
import { MyTasks } from '@/components/notes/my-tasks'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { useDashboardFigures, useRecentActivity } from '@/hooks/use-dashboard'
import { useMember } from '@/hooks/use-member'
import { may } from '@/lib/session/permissions'
import { FIGURE_GROUPS } from './figure-cards'
import { FigureSection } from './figure-section'

/** What needs someone today: the figures of the sections that the role may see, and what was changed last. */
export function Dashboard() {
  const { member, permissions } = useMember()
  const figures = useDashboardFigures()
  const activity = useRecentActivity()
  const groups = FIGURE_GROUPS.filter(({ section }) => may(permissions, section))

  return (
    <>
      <PageHeader
        title="Dashboard"
        description={member?.full_name ? `Welcome, ${member.full_name}.` : undefined}
        actions={
          may(permissions, 'telephony', 'create') ? (
            <>
              <LookUpButton />
              <LinkButton href="/app/inventory?receive=true" icon={<ScanBarcode aria-hidden size={14} />}>
                Receive by scanning
              </LinkButton>
            </>
          ) : undefined
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {figures.error && !figures.data ? (
          <Card>{failureOf(figures, 'The figures could not be loaded')}</Card>
        ) : groups.length === 0 ? (
          <Card>
            <EmptyState icon={<LayoutDashboard size={18} />} title="Nothing here for your role yet">
              Figures appear here for the sections your role can see. If one is missing, ask a superadmin.
            </EmptyState>
          </Card>
        ) : (
          <div className="grid grid-cols-3 gap-x-3 gap-y-6" aria-busy={!figures.data}>
            {groups.map((group) => (
              <FigureSection key={group.section} group={group} figures={figures.data} />
            ))}
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-6">
          <MyTasks />
          <Card title="Recent activity" flush>
            <ActivityList
              query={activity}
              emptyText="Changes that staff make in your sections appear here."
            />
          </Card>
        </div>
      </div>
    </>
  )
}
