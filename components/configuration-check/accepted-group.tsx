import { Undo2 } from 'lucide-react'
import { Moment } from '@/components/common/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { keepPlace } from '@/components/ui/keep-place'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { formatCount } from '@/lib/lists/page'
import { may } from '@/lib/session/permissions'
import { linkedThing } from '@/lib/telephony/routing/record'
import { type CheckedProblem, withdrawAcceptance } from '@/lib/tenants/checks-client'

/** The problems that staff have accepted, with who, when and why; renders nothing if there are none. */
export function AcceptedGroup({ problems }: { problems: readonly CheckedProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Card
      flush
      title={
        <>
          Accepted <Badge>{formatCount(problems.length)}</Badge>
        </>
      }
    >
      <p className="px-4 pt-2.5 text-sm text-text-muted">Not counted unless they change.</p>
      <ul ref={keepPlace} aria-label="Accepted" className="divide-y divide-border">
        {problems.map((problem) => (
          <AcceptedProblem key={problem.key} problem={problem} />
        ))}
      </ul>
    </Card>
  )
}

function AcceptedProblem({ problem }: { problem: CheckedProblem }) {
  const { permissions } = useMember()
  const { act, pending } = useAction()
  const { accepted } = problem
  if (!accepted) return null
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="max-w-[70ch] min-w-0 break-words">
        <p>{problem.text}</p>
        <p className="whitespace-pre-line text-text-muted">{accepted.note}</p>
        <p className="text-sm text-text-muted">
          {accepted.by ? `${accepted.by}, ` : null}
          <Moment at={accepted.at} />
        </p>
      </div>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <TextLink tone="accent" href={problem.href}>
          Open {linkedThing(problem.record)}
        </TextLink>
        {may(permissions, 'telephony', 'edit') ? (
          <Button
            size="sm"
            variant="ghost"
            loading={pending}
            icon={Undo2}
            onClick={() =>
              void act((supabase) => withdrawAcceptance(supabase, accepted.id), 'The problem counts again')
            }
          >
            Withdraw<span className="sr-only">: {problem.text}</span>
          </Button>
        ) : null}
      </span>
    </li>
  )
}
