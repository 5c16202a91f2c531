import { useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { useBarcodeScanner } from '@/hooks/use-barcode-scanner'
import { CAMERA_PROBLEMS } from './camera-problems'

/** The camera's picture; calls back with the raw value of each barcode, again and again while it is in sight. */
export function CameraView({ onRead }: { onRead: (value: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { problem, reading, switchTorch } = useBarcodeScanner(video, onRead)
  if (problem) {
    return (
      <Alert tone="warning" title={CAMERA_PROBLEMS[problem].title}>
        {CAMERA_PROBLEMS[problem].text} You can type the MAC address instead.
      </Alert>
    )
  }
  return (
    <div className="relative aspect-video min-h-0 overflow-hidden rounded-lg bg-surface-sunken">
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
      {switchTorch ? (
        <Button size="sm" className="absolute right-2 bottom-2" onClick={switchTorch}>
          Switch Torch
        </Button>
      ) : null}
    </div>
  )
}
