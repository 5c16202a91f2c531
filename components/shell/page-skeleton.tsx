import { Skeleton } from '@/components/ui/skeleton'

/** Placeholder for a whole page. */
export function PageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-4 w-full max-w-lg" />
      <Skeleton className="h-48 w-full" />
    </div>
  )
}
