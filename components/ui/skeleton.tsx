import { cn } from './cn'

/** A placeholder for text; set its size by class, such as "h-4 w-32". Announce the loading state elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-skeleton rounded-sm bg-surface-active', className)} />
}
