import dynamic from 'next/dynamic'
import type { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useUser } from '@/hooks/use-user'
import { hasSecondFactor } from '@/lib/session/has-second-factor'

const PasswordAgainDialog = dynamic(() => import('./password-again-dialog'), { ssr: false })
const CodeAgainDialog = dynamic(() => import('./code-again-dialog'), { ssr: false })

/** Asks for the password again, or for an authenticator code, while an action of `useRecentSignIn` is waiting. */
export function PasswordAgain({ asking }: Pick<ReturnType<typeof useRecentSignIn>, 'asking'>) {
  const user = useUser()
  if (!asking) return null
  return hasSecondFactor(user) ? (
    <CodeAgainDialog onConfirmed={() => asking.confirm()} onCancel={asking.cancel} />
  ) : (
    <PasswordAgainDialog onConfirmed={asking.confirm} onCancel={asking.cancel} />
  )
}
