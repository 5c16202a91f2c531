import { Check, Wrench } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useAction } from '@/hooks/use-write'
import { may } from '@/lib/session/permissions'
import { nounAndLabel } from '@/lib/telephony/routing/record'
import { type KeptProblem, repairProblem } from '@/lib/tenants/checks-client'

const AcceptDialog = dynamic(() => import('./accept-dialog').then((module) => module.AcceptDialog))

/** The ways out of a problem: its repair where there is one, the page to mend it on, or accepting it. */
export function ProblemActions({ problem }: { problem: KeptProblem }) {
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
          icon={<Wrench aria-hidden size={14} />}
          loading={pending}
          onClick={() =>
            void act((supabase) => repairProblem(supabase, tenantId, repair), `Done: ${repair.label}`)
          }
        >
          {repair.label}
        </Button>
      ) : null}
      <Link
        href={problem.href}
        className="inline-flex min-h-6 items-center rounded-sm text-sm font-medium text-accent-text hover:underline"
      >
        Open {nounAndLabel(problem.record)}
      </Link>
      {mayEdit ? (
        <Button
          size="sm"
          variant="ghost"
          icon={<Check aria-hidden size={14} />}
          onClick={() => setAccepting(true)}
        >
          Accept<span className="sr-only">: {problem.text}</span>
        </Button>
      ) : null}
      {accepting ? <AcceptDialog problem={problem} onClose={() => setAccepting(false)} /> : null}
    </span>
  )
}
