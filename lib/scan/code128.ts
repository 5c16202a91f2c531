import { BrowserCodeReader } from '@zxing/browser'
import { BarcodeFormat, Code128Reader, NotFoundException, Result } from '@zxing/library'
import { DIRECTIONS, readPicture } from './read-picture'

const ATTEMPT_EVERY_MS = 60

/** Barcodes are mostly held level or upright: these directions are searched in every frame, and a few of the others in turn. */
const USUAL = [0, 90]
const OTHERS = DIRECTIONS.filter((direction) => !USUAL.includes(direction))
const PARTS = 4

/** Searches the frames of a camera and reports each barcode in them. */
class PictureReader extends BrowserCodeReader {
  private taken = 0
  private readonly onRead: (value: string) => void

  constructor(onRead: (value: string) => void) {
    const every = { delayBetweenScanAttempts: ATTEMPT_EVERY_MS, delayBetweenScanSuccess: ATTEMPT_EVERY_MS }
    super(new Code128Reader(), new Map(), every)
    this.onRead = onRead
  }

  /** Called by the library for each frame. Reading continues whatever goes wrong in a frame. */
  override decodeFromCanvas(canvas: HTMLCanvasElement): Result {
    const part = this.taken++ % PARTS
    const directions = [...USUAL, ...OTHERS.filter((_, n) => n % PARTS === part)]
    const values = readPicture(pictureOf(canvas), directions)
    for (const value of values) this.onRead(value)
    const [first] = values
    if (first === undefined) throw new NotFoundException()
    return new Result(first, new Uint8Array(), 0, [], BarcodeFormat.CODE_128)
  }
}

function pictureOf(canvas: HTMLCanvasElement) {
  const { width, height } = canvas
  const colors = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
  const points = new Uint8Array(width * height)
  // The luma of ITU-R BT.601.
  for (let at = 0; at < points.length; at++) {
    const [red = 0, green = 0, blue = 0] = [colors[at * 4], colors[at * 4 + 1], colors[at * 4 + 2]]
    points[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { width, height, points }
}

/**
 * Reads Code 128 barcodes only (specification section 2.5) at any angle from a camera stream, which it shows in the video element.
 * Calls back with the raw value of each barcode in view, repeatedly. Resolves once the video plays, to a function that stops
 * reading. Import this module only once a camera is open.
 */
export async function readCode128(
  stream: MediaStream,
  video: HTMLVideoElement,
  onRead: (value: string) => void,
): Promise<() => void> {
  const controls = await new PictureReader(onRead).decodeFromStream(stream, video, () => undefined)
  return () => controls.stop()
}
