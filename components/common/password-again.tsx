import dynamic from 'next/dynamic'
import type { useRecentSignIn } from '@/hooks/use-recent-sign-in'

const PasswordAgainDialog = dynamic(() => import('./password-again-dialog'), { ssr: false })

/** Asks for the password again while an action of `useRecentSignIn` waits for it. */
export function PasswordAgain({ asking }: Pick<ReturnType<typeof useRecentSignIn>, 'asking'>) {
  return asking ? <PasswordAgainDialog onConfirmed={asking.confirm} onCancel={asking.cancel} /> : null
}
