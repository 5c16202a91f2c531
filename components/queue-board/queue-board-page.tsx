import { Maximize, Minimize } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useEffect, useRef } from 'react'
import { Loaded } from '@/components/common/loaded'
import { OutdatedNotice } from '@/components/live-calls/outdated-notice'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useLiveCalls } from '@/hooks/use-live-calls'
import { useQueueBoard } from '@/hooks/use-queue-board'
import { useSecond } from '@/hooks/use-second'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { SHOWN_MS } from '@/lib/live/live-calls'
import { tenantPath } from '@/lib/record-paths'
import { Board } from './board'

/** A tenant's live queues: on its page, or full-screen with ?wall=true. */
export function QueueBoardPage() {
  const tenantId = useCurrentTenantId()
  const query = useQueueBoard(tenantId)
  const live = useLiveCalls(tenantId)
  const now = useSecond()
  const isKnown = live.reportedAt !== null && now - live.reportedAt < SHOWN_MS
  const [isWall, setWall] = useQueryState('wall', parseAsBoolean.withDefault(false))

  const board = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isWall) return
    const left = () => void setWall(null)
    // Escape leaves full screen, and with it the wall board; without full screen, the key is the page's.
    const changed = () => void (document.fullscreenElement === null && left())
    const pressed = (event: KeyboardEvent) =>
      void (event.key === 'Escape' && !event.defaultPrevented && left())
    document.addEventListener('fullscreenchange', changed)
    document.addEventListener('keydown', pressed)
    const covered = setInert(board.current)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      document.removeEventListener('keydown', pressed)
      for (const element of covered) element.inert = false
    }
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
      ref={board}
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
        empty={<EmptyState title="Your role cannot see queues" />}
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
            <Loaded
              query={{ data: live.calls, error: live.error, loading: false, retry: live.retry }}
              title="The calls could not be loaded"
              pending={<Skeleton className="h-96 w-full" />}
            >
              {(calls) => (
                <>
                  {live.reportedAt === null ? (
                    <Alert tone="warning" className="mb-3" title="No switch reports this tenant’s calls">
                      Waiting callers and active calls cannot be shown.
                    </Alert>
                  ) : null}
                  <Board board={board} calls={isKnown ? calls : null} onChanged={query.retry} />
                </>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </div>
  )
}

/** Makes everything inert that an element covers, except what opens over the page. Returns what was made so. */
function setInert(element: HTMLElement | null): HTMLElement[] {
  const covered: HTMLElement[] = []
  for (let at = element; at?.parentElement && at.parentElement !== document.body; at = at.parentElement) {
    for (const beside of at.parentElement.children) {
      if (beside === at || !(beside instanceof HTMLElement) || beside.inert) continue
      beside.inert = true
      covered.push(beside)
    }
  }
  return covered
}
