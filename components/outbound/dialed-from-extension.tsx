import type { ReactNode } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { useMinute } from '@/hooks/use-minute'
import { useSnapshot } from '@/hooks/use-snapshot'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { callFromPhone } from '@/lib/telephony/routing/place'
import { reasonText } from '@/lib/telephony/routing/reason-text'

/** How a call leaves is shown by `children`, given the caller's number: E.164, null for an anonymous call. */
export interface DialedFromExtensionProps {
  extensionId: string
  digits: string
  children: (callerId: string | null) => ReactNode
}

/** What an extension reaches by dialing, as the switch is answered: a call that stays inside or is refused has no route. */
export function DialedFromExtension({ extensionId, digits, children }: DialedFromExtensionProps) {
  const query = useSnapshot(useCurrentTenantId())
  const now = useMinute()
  const failure = failureOf(query, 'The configuration could not be loaded')
  if (failure) return failure
  const extension = query.data?.extensions.find(({ id }) => id === extensionId)
  if (!query.data || !extension) return <Skeleton className="h-5 w-56" />
  const step = nextStep(query.data, { at: 'dialed', digits }, callFromPhone(extension), now)
  if (step.kind === 'outside') return children(step.way.callerId.number)
  const refused = step.kind === 'refuse' || (step.kind === 'decide' && step.chosen.place.at === 'end')
  return (
    <p>
      {refused ? (
        <strong className="font-medium text-danger-text">The call does not leave.</strong>
      ) : (
        <strong className="font-medium">The call stays inside.</strong>
      )}{' '}
      {reasonText(step.reason)}
    </p>
  )
}
