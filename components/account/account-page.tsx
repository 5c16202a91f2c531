import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { PageHeader } from '@/components/ui/page-header'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useFactors } from '@/hooks/use-sign-in-security'
import { useUser } from '@/hooks/use-user'
import { useWrite } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import { type Factor, removeFactor } from '@/lib/session/second-factor'
import { FactorSetup } from './factor-setup'
import { SessionList } from './session-list'

/** The user's sign-in settings and sessions. */
export function AccountPage() {
  const user = useUser()
  return (
    <>
      <PageHeader title="Second factor and sessions" description={user?.email} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Second factor">
          <FactorList />
        </Card>
        <Card title="Where you are signed in" flush>
          <SessionList member={null} />
        </Card>
      </div>
    </>
  )
}

/** The user's authenticator apps: set up, listed and removed here. */
function FactorList() {
  const factors = useFactors(useUser()?.id)
  const write = useWrite()
  const { run, asking } = useRecentSignIn()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Factor | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  function close() {
    flushSync(() => setAdding(false))
    opener.current?.focus()
  }
  return (
    <Loaded query={factors} title="The second factors could not be loaded">
      {(list) => (
        <div className="flex flex-col gap-4">
          {list.length === 0 ? (
            <p className="text-text-muted">
              You sign in with your password alone. With an authenticator app as well, a stolen password is
              not enough.
            </p>
          ) : (
            <ul className="flex flex-col gap-2">
              {list.map((factor) => (
                <li key={factor.id} className="flex items-center gap-3">
                  <p className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{factor.name || 'Authenticator app'}</span>
                    <span className="block text-sm text-text-muted">
                      Set up <Moment at={factor.created_at} />
                    </span>
                  </p>
                  <Button size="sm" onClick={() => setRemoving(factor)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {adding ? (
            <FactorSetup
              onCancel={close}
              onDone={async () => {
                close()
                void notify('success', 'The second factor is on')
                await factors.retry()
              }}
            />
          ) : (
            <Button
              ref={opener}
              className="self-start"
              variant={list.length === 0 ? 'primary' : 'secondary'}
              icon={Plus}
              onClick={() => setAdding(true)}
            >
              {list.length === 0 ? 'Set up an authenticator app' : 'Add another app'}
            </Button>
          )}
          {removing ? (
            <ConfirmDialog
              open
              onOpenChange={() => setRemoving(null)}
              title={`Remove ${removing.name || 'this app'}?`}
              confirmLabel="Remove"
              onConfirm={async () => {
                await write((supabase) => run(() => removeFactor(supabase, removing.id)), 'Removed')
              }}
            >
              {list.length === 1
                ? 'Your password alone is then enough to sign in, unless your role asks for a second factor.'
                : 'Its codes stop working. Your other apps are not affected.'}
            </ConfirmDialog>
          ) : null}
          <ConfirmSignIn asking={asking} />
        </div>
      )}
    </Loaded>
  )
}
