import dynamic from 'next/dynamic'
import { lateDialog } from '@/components/ui/late-code'
import type { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useUser } from '@/hooks/use-user'
import { hasSecondFactor } from '@/lib/session/has-second-factor'

const ConfirmPasswordDialog = lateDialog(dynamic(() => import('./confirm-password-dialog'), { ssr: false }))
const ConfirmCodeDialog = lateDialog(dynamic(() => import('./confirm-code-dialog'), { ssr: false }))

/** Asks for the password again, or for an authenticator code, while an action of `useRecentSignIn` is waiting. */
export function ConfirmSignIn({ asking }: Pick<ReturnType<typeof useRecentSignIn>, 'asking'>) {
  const user = useUser()
  if (!asking) return null
  return hasSecondFactor(user) ? (
    <ConfirmCodeDialog onConfirmed={() => asking.confirm()} onCancel={asking.cancel} />
  ) : (
    <ConfirmPasswordDialog onConfirmed={asking.confirm} onCancel={asking.cancel} />
  )
}
