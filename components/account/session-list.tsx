import { useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSessions } from '@/hooks/use-sign-in-security'
import { useWrite } from '@/hooks/use-write'
import { describeDevice, endSession, type OpenSession } from '@/lib/session/sessions'

/** A member's sessions, each with a button to end it if `mayEnd`; the user's own for null. */
export function SessionList({ member, mayEnd = true }: { member: string | null; mayEnd?: boolean }) {
  const sessions = useSessions(member)
  const write = useWrite()
  const { run, asking } = useRecentSignIn()
  const [ending, setEnding] = useState<OpenSession | null>(null)
  return (
    <>
      <Loaded
        query={sessions}
        title="The sessions could not be loaded"
        pending={<Skeleton className="mx-4 my-3 h-9" />}
        empty={<p className="px-4 py-3 text-text-muted">No sessions.</p>}
      >
        {(rows) => (
          <ul className="divide-y divide-border">
            {rows.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {describeDevice(session.user_agent)}
                    {session.current ? <Badge tone="success">This session</Badge> : null}
                  </p>
                  <p className="text-sm text-text-muted">
                    {session.address ? `${session.address} · ` : null}
                    signed in <Moment at={session.created_at} /> · last used <Moment at={session.used_at} />
                  </p>
                </div>
                {mayEnd && !session.current ? (
                  <Button size="sm" onClick={() => setEnding(session)}>
                    End
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {ending ? (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(null)}
          title="End this session?"
          confirmLabel="End session"
          onConfirm={async () => {
            await write((supabase) => run(() => endSession(supabase, ending.id)), 'Session ended')
          }}
        >
          {describeDevice(ending.user_agent)}
          {ending.address ? ` at ${ending.address}` : ''} is signed out at once.
        </ConfirmDialog>
      ) : null}
      <ConfirmSignIn asking={asking} />
    </>
  )
}
