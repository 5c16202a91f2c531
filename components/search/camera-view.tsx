import { useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useBarcodeScanner } from '@/hooks/use-barcode-scanner'
import { CameraPicture } from './camera-picture'
import { CAMERA_PROBLEMS } from './camera-problems'

/** The camera picture; calls back with the raw value of each visible barcode, repeatedly. */
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
    <CameraPicture video={video} reading={reading}>
      {switchTorch ? (
        <Button size="sm" className="absolute right-2 bottom-2" onClick={switchTorch}>
          Switch Torch
        </Button>
      ) : null}
    </CameraPicture>
  )
}
