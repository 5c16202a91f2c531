import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { Skeleton } from '@/components/ui/skeleton'

/**
 * A page's content as a chunk of its own. It is fetched as soon as the page's address is opened, while session and role
 * are still being looked up, so that nobody waits for it twice.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // A failure here is met again, and shown, when the content is rendered.
  if (typeof window !== 'undefined') load().catch(() => undefined)
  return dynamic(load, { ssr: false, loading: PageSkeleton })
}

function PageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
