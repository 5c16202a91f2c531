import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { keepPlace } from '@/components/ui/keep-place'
import type { UploadItem } from '@/hooks/use-recordings'
import { formatSize } from '@/lib/recordings/format'

/** Uploads in progress, with status or error. */
export function UploadList({
  items,
  onRetry,
  onDismiss,
}: {
  items: readonly UploadItem[]
  onRetry: (item: UploadItem) => void
  onDismiss: (key: string) => void
}) {
  if (items.length === 0) return null
  return (
    <ul
      ref={keepPlace}
      aria-label="Uploads"
      className="mb-4 divide-y divide-border rounded-lg border border-border bg-surface"
    >
      {items.map((item) => (
        <li key={item.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
          <span className="min-w-0 flex-1 truncate font-medium">{item.file.name}</span>
          <span className="numeric text-text-muted">{formatSize(item.file.size)}</span>
          {item.state === 'sending' ? (
            <progress
              className="h-1.5 w-40 accent-accent"
              aria-label={`Upload of ${item.file.name}`}
              max={1}
              value={item.share}
            />
          ) : null}
          <span role="status" className={item.state === 'failed' ? 'text-danger-text' : 'text-text-muted'}>
            {item.state === 'sending' && item.share < 1 ? (
              // For the eye: the bar beside it says the same.
              <span aria-hidden>{`${Math.round(item.share * 100)}%`}</span>
            ) : (
              statusText(item)
            )}
          </span>
          {item.state === 'failed' ? (
            <Button size="sm" onClick={() => onRetry(item)}>
              Try again
            </Button>
          ) : null}
          {item.state === 'done' || item.state === 'failed' ? (
            <IconButton
              size="sm"
              label={`Dismiss ${item.file.name}`}
              icon={X}
              onClick={() => onDismiss(item.key)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function statusText({ state, problem }: UploadItem): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'sending') return 'Checking…'
  return state === 'done' ? 'Added' : (problem ?? 'Refused')
}
