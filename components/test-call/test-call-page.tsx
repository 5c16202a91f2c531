import { PhoneCall } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHeader } from '@/components/ui/section-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import { useSnapshot } from '@/hooks/use-snapshot'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useTestCall } from '@/hooks/use-test-call'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import type { Expectation } from '@/lib/telephony/simulator/expectation'
import { CallTester } from './call-tester'
import { ExpectationList } from './expectation-list'

const ExpectationDialog = lateDialog(
  dynamic(() => import('./expectation-dialog').then((module) => module.ExpectationDialog)),
)

/** A tenant's call simulator: the outcome of a call with the current configuration, and why. */
export function TestCallPage() {
  const tenantId = useCurrentTenantId()
  const query = useSnapshot(tenantId)
  return (
    <>
      <SectionHeader
        title="Test a call"
        description="Follows a call through the saved configuration. Nothing rings."
      />
      <Loaded
        query={query}
        title="The configuration could not be loaded"
        pending={<Pending />}
        empty={<EmptyState title="There is nothing to test here" />}
      >
        {(snapshot) =>
          snapshot.dids.length + snapshot.extensions.length === 0 ? (
            <EmptyState
              icon={<PhoneCall size={18} />}
              title="Nothing to call yet"
              action={<LinkButton href={`${tenantPath(tenantId)}/extensions`}>Extensions</LinkButton>}
            >
              This tenant has neither numbers nor extensions. Add some, then test a call.
            </EmptyState>
          ) : (
            <Simulator snapshot={snapshot} />
          )
        }
      </Loaded>
    </>
  )
}

function Simulator({ snapshot }: { snapshot: TenantSnapshot }) {
  const [call, change] = useTestCall()
  const { permissions } = useMember()
  const [opened, setOpened] = useState<Expectation | null>(null)
  const [keeping, setKeeping] = useState<{ over: Expectation | null } | null>(null)
  return (
    <>
      <CallTester
        snapshot={snapshot}
        call={call}
        onChange={change}
        actions={
          <div className="flex flex-wrap gap-2">
            {may(permissions, 'telephony', 'create') ? (
              <Button onClick={() => setKeeping({ over: null })}>Keep as an expectation</Button>
            ) : null}
            {opened && may(permissions, 'telephony', 'edit') ? (
              <Button onClick={() => setKeeping({ over: opened })}>
                Change “{opened.name}” to this call
              </Button>
            ) : null}
          </div>
        }
      />
      <ExpectationList
        snapshot={snapshot}
        onTest={(expectation) => {
          setOpened(expectation)
          change(expectation.question)
        }}
      />
      {keeping ? (
        <ExpectationDialog
          snapshot={snapshot}
          question={call}
          stored={keeping.over}
          onClose={() => {
            setKeeping(null)
            setOpened(null)
          }}
        />
      ) : null}
    </>
  )
}

function Pending() {
  return (
    <div
      role="status"
      className="grid gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <span className="sr-only">Loading the configuration</span>
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
