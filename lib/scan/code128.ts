import { BrowserCodeReader } from '@zxing/browser'
import {
  type BinaryBitmap,
  Code128Reader,
  DecodeHintType,
  NotFoundException,
  type Result,
} from '@zxing/library'

const ATTEMPT_EVERY_MS = 100

/**
 * Treats any failure on one frame as a frame without a barcode. Otherwise the library would stop reading and close the camera on
 * failures of its own, for example when it rotates a frame without a barcode.
 */
class PatientReader extends Code128Reader {
  override decode(image: BinaryBitmap, hints?: Map<DecodeHintType, unknown>): Result {
    try {
      return super.decode(image, hints)
    } catch {
      throw new NotFoundException()
    }
  }
}

/**
 * Reads Code 128 barcodes only (specification section 2.5) from a camera stream, which it shows in the video element. Calls back
 * with the raw value of each reading, repeatedly while a barcode is in view. Resolves when the video plays, to a function that
 * stops reading. Import this module only once a camera is open.
 */
export async function readCode128(
  stream: MediaStream,
  video: HTMLVideoElement,
  onRead: (value: string) => void,
): Promise<() => void> {
  const hints = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]])
  const reader = new BrowserCodeReader(new PatientReader(), hints, {
    delayBetweenScanAttempts: ATTEMPT_EVERY_MS,
    delayBetweenScanSuccess: ATTEMPT_EVERY_MS,
  })
  const controls = await reader.decodeFromStream(stream, video, (result) => {
    if (result) onRead(result.getText())
  })
  return () => controls.stop()
}
