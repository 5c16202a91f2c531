import { cn } from './cn'

/** A gray bar where text will be; give it its size by class, for instance "h-4 w-32". Say the wait elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-skeleton rounded-sm bg-surface-active', className)} />
}
