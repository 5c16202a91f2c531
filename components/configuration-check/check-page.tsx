import { Check, CircleCheck, Wrench } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { keepPlace } from '@/components/ui/keep-place'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { TextLink } from '@/components/ui/text-link'
import { useConfigurationCheck } from '@/hooks/use-configuration-check'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useAction } from '@/hooks/use-write'
import { formatCount } from '@/lib/lists/page'
import { may } from '@/lib/session/permissions'
import type { Problem } from '@/lib/telephony/routing/problems/problem'
import { linkedThing } from '@/lib/telephony/routing/record'
import { type CheckedProblem, type ConfigurationCheck, repairProblem } from '@/lib/tenants/checks-client'
import { AcceptedGroup } from './accepted-group'
import { SEVERITIES } from './severity'

/** A tenant's configuration problems, most severe first, each with links to fix it. */
export function CheckPage() {
  const query = useConfigurationCheck(useCurrentTenantId())
  return (
    <>
      <header className="mb-3">
        <h2 className="text-xl font-semibold">Configuration check</h2>
        <p className="text-sm text-text-muted">
          Problems in the saved configuration: calls that fail or go somewhere unexpected, and violations of
          the law.
        </p>
        <p className="min-h-5 text-sm text-text-muted">
          {/* Announced when it changes; the minutes that pass are not. */}
          <span role="status">{query.data ? freshness(query.data) : null}</span>{' '}
          {query.data?.current && query.data.checked_at ? <Moment at={query.data.checked_at} /> : null}
        </p>
      </header>
      <Loaded
        query={query}
        title="The configuration check could not be loaded"
        pending={<Pending />}
        empty={<EmptyState title="There is nothing to show here" />}
      >
        {(check) => (check.checked_at === null ? <Pending /> : <Problems check={check} />)}
      </Loaded>
    </>
  )
}

function freshness({ checked_at, current }: ConfigurationCheck): string {
  if (checked_at === null) return 'The server is checking this tenant for the first time.'
  return current ? 'Checked' : 'Checking the latest changes…'
}

function Pending() {
  return (
    <div role="status">
      <span className="sr-only">Checking the configuration</span>
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

function Problems({ check: { problems } }: { check: ConfigurationCheck }) {
  const open = problems.filter(({ accepted }) => accepted === null)
  return (
    <div className="flex flex-col gap-4">
      {open.length === 0 ? (
        <EmptyState icon={<CircleCheck size={18} />} title="Nothing to fix">
          {problems.length === 0
            ? 'Every call goes where it should.'
            : 'Every other problem has been accepted.'}
        </EmptyState>
      ) : null}
      {SEVERITIES.map((group) => (
        <ProblemGroup
          key={group.severity}
          group={group}
          problems={open.filter(({ severity }) => severity === group.severity)}
        />
      ))}
      <AcceptedGroup problems={problems.filter(({ accepted }) => accepted !== null)} />
    </div>
  )
}

/** Problems shown initially; a large tenant may have one per extension. */
const SHOWN = 50

/** The problems of one severity; renders nothing if there are none. */
function ProblemGroup({
  group: { title, tone, meaning },
  problems,
}: {
  group: (typeof SEVERITIES)[number]
  problems: readonly CheckedProblem[]
}) {
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const sorted = problems.toSorted(alike)
  const shown = all ? sorted : sorted.slice(0, SHOWN)
  return (
    <Card
      flush
      title={
        <>
          {title} <Badge tone={tone}>{formatCount(problems.length)}</Badge>
        </>
      }
    >
      <p className="px-4 pt-2.5 text-sm text-text-muted">{meaning}</p>
      <ul ref={keepPlace} aria-label={title} className="divide-y divide-border">
        {shown.map((problem) => (
          <li
            key={problem.key}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <span className="max-w-[70ch] min-w-0 break-words">{problem.text}</span>
            <ProblemActions problem={problem} />
          </li>
        ))}
      </ul>
      {shown.length < problems.length ? (
        <div className="border-t border-border px-4 py-2.5">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {formatCount(problems.length)}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

/** Groups problems of the same kind, sorted by number. */
function alike(one: Problem, other: Problem): number {
  return (
    one.kind.localeCompare(other.kind) ||
    one.record.label.localeCompare(other.record.label, 'en', { numeric: true })
  )
}

const AcceptDialog = lateDialog(
  dynamic(() => import('./accept-dialog').then((module) => module.AcceptDialog)),
)

/** What can be done about a problem: apply its repair, go to the page to fix it, or accept it. */
function ProblemActions({ problem }: { problem: CheckedProblem }) {
  const tenantId = useCurrentTenantId()
  const { permissions } = useMember()
  const { act, pending } = useAction()
  const [accepting, setAccepting] = useState(false)
  const mayEdit = may(permissions, 'telephony', 'edit')
  const { repair } = problem
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {repair && mayEdit ? (
        <Button
          size="sm"
          icon={Wrench}
          loading={pending}
          onClick={() =>
            void act((supabase) => repairProblem(supabase, tenantId, repair), `Done: ${repair.label}`)
          }
        >
          {repair.label}
        </Button>
      ) : null}
      <TextLink tone="accent" href={problem.href}>
        Open {linkedThing(problem.record)}
      </TextLink>
      {mayEdit ? (
        <Button size="sm" variant="ghost" icon={Check} onClick={() => setAccepting(true)}>
          Accept<span className="sr-only">: {problem.text}</span>
        </Button>
      ) : null}
      {accepting ? <AcceptDialog problem={problem} onClose={() => setAccepting(false)} /> : null}
    </span>
  )
}
