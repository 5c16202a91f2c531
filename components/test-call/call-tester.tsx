import { PhoneCall } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { useMinute } from '@/hooks/use-minute'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { phonesOf } from '@/lib/telephony/simulator/answer'
import { questionOf, type TestCall } from '@/lib/telephony/simulator/question'
import { CallAnswer } from './call-answer'
import { CallFields } from './call-fields'
import { PhoneStates } from './phone-states'

/** A call to a tenant as a form, and beside it what becomes of it. */
export function CallTester({
  snapshot,
  call,
  onChange,
  actions,
}: {
  snapshot: TenantSnapshot
  call: TestCall
  onChange: (changes: Partial<TestCall>) => void
  /** What else can be done with an answer. */
  actions?: ReactNode
}) {
  const answer = useAnswer(snapshot, call)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
      <Card title="The call">
        <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
          <CallFields snapshot={snapshot} call={call} lack={answer.lack} onChange={onChange} />
          {answer.path ? (
            <PhoneStates
              phones={phonesOf(answer.path)}
              chosen={call.phones}
              onChange={(phones) => onChange({ phones })}
            />
          ) : null}
        </form>
      </Card>
      {answer.path ? (
        <div className="flex min-w-0 flex-col gap-4">
          <CallAnswer snapshot={snapshot} path={answer.path} />
          {actions}
        </div>
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
