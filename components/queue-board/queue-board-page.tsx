import { Maximize, Minimize } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { Loaded } from '@/components/common/loaded'
import { OutdatedNotice } from '@/components/live-calls/outdated-notice'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useLiveCalls } from '@/hooks/use-live-calls'
import { useQueueBoard } from '@/hooks/use-queue-board'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { tenantPath } from '@/lib/record-paths'
import { Board } from './board'

/** A tenant's live queues: on its page, or full-screen with ?wall=true. */
export function QueueBoardPage() {
  const tenantId = useCurrentTenantId()
  const query = useQueueBoard(tenantId)
  const live = useLiveCalls(tenantId)
  const [isWall, setWall] = useQueryState('wall', parseAsBoolean.withDefault(false))

  useEffect(() => {
    if (!isWall) return
    // Escape leaves full screen, and with it the wall board.
    const left = () => void (document.fullscreenElement === null && setWall(null))
    document.addEventListener('fullscreenchange', left)
    return () => document.removeEventListener('fullscreenchange', left)
  }, [isWall, setWall])

  function enter() {
    // Without full-screen support, the board still covers the window.
    document.documentElement.requestFullscreen?.().catch(() => undefined)
    void setWall(true)
  }
  function leave() {
    if (document.fullscreenElement) void document.exitFullscreen()
    void setWall(null)
  }

  return (
    <div
      className={cn(
        isWall && 'fixed inset-0 z-40 overflow-auto bg-canvas p-4 xl:[zoom:1.25] min-[1800px]:[zoom:1.5]',
      )}
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Queue board</h2>
        {isWall ? (
          <Button icon={Minimize} onClick={leave}>
            Leave full screen
          </Button>
        ) : (
          <Button icon={Maximize} onClick={enter}>
            Full screen
          </Button>
        )}
      </div>
      <OutdatedNotice reportedAt={live.reportedAt} />
      <Loaded
        query={query}
        title="The queues could not be loaded"
        pending={<Skeleton className="h-96 w-full" />}
        empty={<EmptyState title="Your role does not show queues" />}
      >
        {(board) =>
          board.queues.length === 0 ? (
            <EmptyState
              title="No queues yet"
              action={
                <LinkButton href={`${tenantPath(tenantId)}/routing/call-centers`}>Call centers</LinkButton>
              }
            >
              Add a queue and the agents who answer its calls; the board shows what happens in it.
            </EmptyState>
          ) : (
            <Board board={board} calls={live.calls ?? []} onChanged={query.retry} />
          )
        }
      </Loaded>
    </div>
  )
}
