import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { Spinner } from '@/components/ui/spinner'

/** Shown if there are more results than are displayed. */
export const NARROW = 'Type more to narrow the search.'

/** Below the results: whether there are more, whether lists are still loading, and keyboard hints. */
export function SearchFooter({ loading, more }: { loading: boolean; more: boolean }) {
  return (
    <div
      className={cn(
        'flex h-9 shrink-0 items-center gap-4 border-t border-border px-4 text-xs text-text-muted',
        !loading && !more && 'touch:hidden',
      )}
    >
      <span className="flex items-center gap-1.5 touch:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move
      </span>
      <span className="flex items-center gap-1.5 touch:hidden">
        <Kbd>↵</Kbd> open
      </span>
      <span className="flex items-center gap-1.5 touch:hidden">
        <Kbd>Esc</Kbd> close
      </span>
      {more ? (
        <span aria-hidden className="ml-auto min-w-0 truncate touch:ml-0">
          Best matches only. {NARROW}
        </span>
      ) : null}
      {loading ? (
        <span className="ml-auto flex items-center gap-1.5">
          <Spinner size={12} /> Loading companies…
        </span>
      ) : null}
    </div>
  )
}

/** Says that the searched data is incomplete; what was loaded can still be found. */
export function LoadingFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      tone="warning"
      role="status"
      className="mx-4 mb-3"
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The search is incomplete: not everything could be loaded.
    </Alert>
  )
}
