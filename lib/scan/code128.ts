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
 * Takes whatever goes wrong with one picture for a picture without a barcode. Left to itself the library ends the
 * reading and stops the camera on any other failure, such as its own in turning a picture without a barcode round.
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
 * Reads Code 128 barcodes, and no others (specification section 2.5), off a camera's stream, which is shown in the
 * video element. Calls back with the raw value of each reading, again and again while a barcode is in sight. Resolves
 * once the picture moves, to a function that ends the reading. Import this module only when a camera is open.
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
