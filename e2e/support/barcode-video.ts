import { closeSync, constants, openSync, writeSync } from 'node:fs'
import bwipjs from 'bwip-js/node'

/** A barcode for the camera. */
export interface Barcode {
  /** What bwip-js calls the kind of barcode. */
  kind: 'code128' | 'code39' | 'qrcode' | 'upca'
  text: string
}

const WIDTH = 640
const HEIGHT = 360
const FRAMES_A_SECOND = 5
const BLACK = 16
const WHITE = 235

/**
 * Writes a video (Y4M) of one second that shows a barcode, black on white. Chromium plays such a file as its camera,
 * over and over, and reads every frame when it is due: written anew while the camera is on, the file shows another
 * barcode from then on.
 */
export function writeBarcodeVideo(file: string, barcode: Barcode): void {
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = [Buffer.from('FRAME\n'), draw(barcode), grey]
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  const frames = Array.from({ length: FRAMES_A_SECOND }, () => frame).flat()
  // In place: all videos are of one length, and the camera must not find the file empty.
  const target = openSync(file, constants.O_WRONLY | constants.O_CREAT)
  writeSync(target, Buffer.concat([header, ...frames]))
  closeSync(target)
}

/** The brightness of every pixel. */
function draw({ kind, text }: Barcode): Buffer {
  const dark = darkModules(kind, text)
  const columns = dark[0]?.length ?? 0
  // Bars run over a third of the height; the modules of a square barcode are square.
  const scale = Math.floor(Math.min((WIDTH * 0.8) / columns, (HEIGHT * 0.8) / dark.length))
  const high = dark.length === 1 ? HEIGHT / 3 : scale
  const left = Math.floor((WIDTH - columns * scale) / 2)
  const top = Math.floor((HEIGHT - dark.length * high) / 2)
  const picture = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = top; y < top + dark.length * high; y += 1) {
    const row = dark[Math.floor((y - top) / high)] ?? []
    for (let x = left; x < left + columns * scale; x += 1) {
      if (row[Math.floor((x - left) / scale)]) picture[y * WIDTH + x] = BLACK
    }
  }
  return picture
}

/** Row by row, which modules are dark; a linear barcode has one row. */
function darkModules(kind: string, text: string): boolean[][] {
  const [symbol] = bwipjs.raw({ bcid: kind, text })
  if (!symbol) throw new Error(`No ${kind} can be made of ${text}.`)
  if ('pixs' in symbol) {
    const { pixs, pixx } = symbol
    return Array.from({ length: pixs.length / pixx }, (_, y) =>
      pixs.slice(y * pixx, (y + 1) * pixx).map((module) => module === 1),
    )
  }
  // Widths of bars and spaces in turn, a bar first.
  return [symbol.sbs.flatMap((width, at) => Array<boolean>(width).fill(at % 2 === 0))]
}
