import type { ReactNode, RefObject } from 'react'
import { cn } from '@/components/ui/cn'
import { Spinner } from '@/components/ui/spinner'

/** The camera picture with a frame for the barcode; a spinner until scanning starts. */
export function CameraPicture({
  video,
  reading,
  className,
  children,
}: {
  video: RefObject<HTMLVideoElement | null>
  reading: boolean
  className?: string
  children?: ReactNode
}) {
  return (
    <div
      className={cn('relative aspect-video min-h-0 overflow-hidden rounded-lg bg-surface-sunken', className)}
    >
      <video ref={video} autoPlay muted playsInline aria-label="Camera" className="size-full object-cover" />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-[8%] inset-y-[30%] rounded-lg border-2 border-accent"
      />
      {reading ? null : (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Starting the camera…" size={24} />
        </span>
      )}
      {children}
    </div>
  )
}
