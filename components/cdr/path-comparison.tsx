import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { ReasonSentence, RecordSentence } from '@/components/test-call/reason-sentence'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useSnapshot } from '@/hooks/use-snapshot'
import type { CallDetail } from '@/lib/cdr/call-list'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { callAgain } from '@/lib/telephony/simulator/address'
import { endText, linesOf } from '@/lib/telephony/simulator/answer'
import { questionOf } from '@/lib/telephony/simulator/question'
import { NO_CALL } from '@/lib/telephony/simulator/started-call'
import { comparePaths, pressedIn, type StoredStep } from '@/lib/telephony/simulator/stored-path'

interface Way {
  tenantId: string
  zone: string
  call: CallDetail
  stored: readonly StoredStep[]
}

/** The path a call took next to the path it would take today, with the differences marked. */
export function PathComparison(way: Way) {
  const query = useSnapshot(way.tenantId)
  return (
    <Loaded
      query={query}
      title="The configuration could not be loaded"
      pending={<Skeleton className="h-24 w-full" />}
      empty={<EmptyState title="There is nothing to compare with" />}
    >
      {(snapshot) => <Beside {...way} snapshot={snapshot} />}
    </Loaded>
  )
}

function Beside({ tenantId, zone, call, stored, snapshot }: Way & { snapshot: TenantSnapshot }) {
  const { lines, end } = wayToday(snapshot, zone, call, stored)
  const { then, today } = comparePaths(stored, lines)
  const began = Date.parse(call.start_at)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Steps title="Then">
        {then.map(({ step, differs }, place) => (
          <Step
            key={place}
            seconds={Math.max(0, Math.round((step.at - began) / 1000))}
            mark={differs ? 'Not today' : undefined}
          >
            <RecordSentence tenantId={tenantId} record={step.record} text={step.text} />
          </Step>
        ))}
      </Steps>
      <Steps title="Today">
        {today.map(({ step, differs }, place) => (
          <Step key={place} seconds={step.at} mark={differs ? 'Not then' : undefined}>
            <ReasonSentence tenantId={tenantId} reason={step.reason} />
          </Step>
        ))}
        <li className="px-3 py-2 font-medium">{end}</li>
      </Steps>
    </div>
  )
}

function Steps({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-sm font-semibold">{title}</h4>
      <ol aria-label={title} className="divide-y divide-border rounded-lg border border-border text-sm">
        {children}
      </ol>
    </div>
  )
}

function Step({
  seconds,
  mark,
  children,
}: {
  seconds: number
  mark: string | undefined
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 px-3 py-2">
      <span className="numeric text-right text-text-muted">
        <span className="sr-only">After </span>
        {seconds} s
      </span>
      <span className="wrap-anywhere">
        {children} {mark ? <Badge tone="warning">{mark}</Badge> : null}
      </span>
    </li>
  )
}

/** The same call today: same caller, number, time and keys, answered by the same party, or for as long as the caller waited in vain. */
function wayToday(snapshot: TenantSnapshot, zone: string, call: CallDetail, stored: readonly StoredStep[]) {
  const answered = call.status === 'answered' && call.direction !== 'outbound'
  const gaveUp = call.status === 'missed' || call.status === 'cancelled'
  const answerer = answered ? answererOf(snapshot, call) : undefined
  const again = {
    ...NO_CALL,
    ...callAgain(zone, { ...call, digits: pressedIn(stored) }),
    phones: answerer ? { [answerer]: 'answers' as const } : {},
    patience: gaveUp ? call.duration : null,
  }
  const asked = questionOf(snapshot, again, Date.now())
  if ('field' in asked) return { lines: [], end: asked.text }
  const others = answered && !answerer ? { others: { is: 'answers', after: 5 } as const } : {}
  const path = simulate(snapshot, asked.started, { ...asked.assumptions, ...others })
  return { lines: linesOf(path), end: `${endText(path)}.` }
}

/** The extension that took an answered call; undefined if that is not known, or it is none of today's. */
function answererOf({ extensions }: TenantSnapshot, { direction, extension, legs }: CallDetail) {
  const last = legs.findLast(({ bridged_at }) => bridged_at)
  // A phone's own leg says who it is, the call's whom it was connected with.
  const taker = last?.uuid ? last.number : last?.peers?.[0]?.number
  // The extension of a call from inside is its caller's.
  const reached = direction === 'inbound' ? extension : taker
  return extensions.find((each) => each.extension === reached)?.extension
}
