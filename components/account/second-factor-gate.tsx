import { Card } from '@/components/ui/card'
import { useClearCache } from '@/hooks/use-clear-cache'
import type { FactorNeeded } from '@/lib/session/member'
import { enterCode } from '@/lib/session/second-factor'
import { signOut } from '@/lib/session/sign-in'
import { CodeForm } from './code-form'
import { FactorSetup } from './factor-setup'

/** Replaces a page while the database requires a second factor. All data is reloaded once it is given. */
export default function SecondFactorGate({ needed }: { needed: FactorNeeded }) {
  const forgetAll = useClearCache()
  const leave = { label: 'Sign out', act: () => void signOut() }
  return (
    <div className="mx-auto w-full max-w-120 py-8 touch:py-4">
      <h1 className="mb-1 text-xl font-semibold">
        {needed === 'code' ? 'Enter your code' : 'Set up a second factor'}
      </h1>
      <p className="mb-4 text-text-muted">
        {needed === 'code'
          ? 'Your account is protected by an authenticator app. If you have lost it, ask a superadmin to remove it.'
          : 'Your role asks for one besides the password. You need an authenticator app on your phone or computer.'}
      </p>
      <Card>
        {needed === 'code' ? (
          <CodeForm
            submitLabel="Continue"
            enter={async (code) => {
              await enterCode(code)
              await forgetAll()
            }}
            cancel={leave}
          />
        ) : (
          <FactorSetup onDone={forgetAll} onCancel={leave.act} />
        )}
      </Card>
    </div>
  )
}
