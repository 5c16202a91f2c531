import { PhoneCall } from 'lucide-react'
import { useMemo } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMinute } from '@/hooks/use-minute'
import { useSnapshot } from '@/hooks/use-snapshot'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useTestCall } from '@/hooks/use-test-call'
import { tenantPath } from '@/lib/paths'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { phonesOf } from '@/lib/telephony/simulator/answer'
import { questionOf, type TestCall } from '@/lib/telephony/simulator/question'
import { CallAnswer } from './call-answer'
import { CallFields } from './call-fields'
import { PhoneStates } from './phone-states'

/** A tenant's call simulator: what becomes of a call under its configuration, as it stands now, and why. */
export function TestCallPage() {
  const tenantId = useCurrentTenantId()
  const query = useSnapshot(tenantId)
  return (
    <>
      <header className="mb-3">
        <h2 className="text-xl font-semibold">Test a call</h2>
        <p className="text-sm text-text-muted">
          Follows a call through the configuration as it is saved now. Nothing rings.
        </p>
      </header>
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
  const answer = useAnswer(snapshot, call)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
      <Card title="The call">
        <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
          <CallFields snapshot={snapshot} call={call} lack={answer.lack} onChange={change} />
          {answer.path ? (
            <PhoneStates
              phones={phonesOf(answer.path)}
              chosen={call.phones}
              onChange={(phones) => change({ phones })}
            />
          ) : null}
        </form>
      </Card>
      {answer.path ? (
        <CallAnswer tenantId={snapshot.tenant.id} path={answer.path} />
      ) : (
        <EmptyState icon={<PhoneCall size={18} />} title="The call’s path appears here">
          {answer.lack.text}
        </EmptyState>
      )}
    </div>
  )
}

function useAnswer(snapshot: TenantSnapshot, call: TestCall) {
  const now = useMinute()
  return useMemo(() => {
    const asked = questionOf(snapshot, call, now)
    return 'field' in asked
      ? { lack: asked, path: undefined }
      : { path: simulate(snapshot, asked.started, asked.assumptions), lack: undefined }
  }, [snapshot, call, now])
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
