import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { Spinner } from '@/components/ui/spinner'

/** Under the results: whether lists are still coming in, and the keys for those who have a keyboard. */
export function SearchFooter({ loading }: { loading: boolean }) {
  return (
    <div
      className={cn(
        'flex h-9 shrink-0 items-center gap-4 border-t border-border px-4 text-xs text-text-muted',
        !loading && 'touch:hidden',
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
      {loading ? (
        <span className="ml-auto flex items-center gap-1.5">
          <Spinner size={12} /> Loading companies…
        </span>
      ) : null}
    </div>
  )
}

/** Says that what one searches is incomplete; what was loaded can still be found. */
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
      Not all companies and opportunities could be loaded.
    </Alert>
  )
}
