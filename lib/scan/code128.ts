import { BrowserCodeReader } from '@zxing/browser'
import { Code128Reader, DecodeHintType } from '@zxing/library'

const ATTEMPT_EVERY_MS = 100

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
  const reader = new BrowserCodeReader(new Code128Reader(), hints, {
    delayBetweenScanAttempts: ATTEMPT_EVERY_MS,
    delayBetweenScanSuccess: ATTEMPT_EVERY_MS,
  })
  const controls = await reader.decodeFromStream(stream, video, (result) => {
    if (result) onRead(result.getText())
  })
  return () => controls.stop()
}
