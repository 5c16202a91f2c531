import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import {
  CameraFailure,
  type CameraProblem,
  closeCamera,
  openCamera,
  setTorch,
  torchTrack,
} from '@/lib/scan/camera'

export interface BarcodeScanner {
  /** Why the camera shows no picture. */
  problem: CameraProblem | undefined
  reading: boolean
  /** Toggles the torch; undefined if the camera has none. */
  switchTorch: (() => void) | undefined
}

/**
 * Opens the camera while the component is mounted, shows it in the video element and calls back with the raw value of each Code 128
 * barcode. The decoder is downloaded once there is a picture.
 */
export function useBarcodeScanner(
  video: RefObject<HTMLVideoElement | null>,
  onRead: (value: string) => void,
): BarcodeScanner {
  const [problem, setProblem] = useState<CameraProblem>()
  const [reading, setReading] = useState(false)
  const [torch, setTorchState] = useState<{ track: MediaStreamTrack; on: boolean }>()
  const read = useEffectEvent(onRead)

  useEffect(() => {
    const unmounted = new AbortController()
    scan(unmounted.signal).catch((error: unknown) => {
      if (unmounted.signal.aborted) return
      const why = error instanceof CameraFailure ? error.problem : 'failed'
      if (why === 'failed') console.error(error)
      setReading(false)
      setProblem(why)
    })
    return () => unmounted.abort()

    async function scan(signal: AbortSignal) {
      const stream = await openCamera()
      signal.addEventListener('abort', () => closeCamera(stream))
      // Closed while the browser was asking for permission.
      if (signal.aborted) return closeCamera(stream)
      stream.getVideoTracks()[0]?.addEventListener('ended', () => setProblem('failed'))
      if (!video.current) return
      video.current.srcObject = stream
      try {
        const { readCode128 } = await import('@/lib/scan/code128')
        if (signal.aborted) return
        const stop = await readCode128(stream, video.current, read)
        if (signal.aborted) return stop()
        signal.addEventListener('abort', stop)
      } catch (error) {
        closeCamera(stream)
        throw error
      }
      const track = torchTrack(stream)
      if (track) setTorchState({ track, on: false })
      setReading(true)
    }
  }, [video])

  async function switchTorch() {
    if (!torch) return
    try {
      await setTorch(torch.track, !torch.on)
      setTorchState({ track: torch.track, on: !torch.on })
    } catch (error) {
      console.error(error)
    }
  }

  return { problem, reading, switchTorch: torch && !problem ? () => void switchTorch() : undefined }
}
