import { closeSync, constants, openSync, writeSync } from 'node:fs'
import bwipjs from 'bwip-js/node'

/** A barcode for the camera. */
export interface Barcode {
  /** What bwip-js calls the kind of barcode. */
  kind: 'code128' | 'qrcode'
  text: string
  /** How it is turned; level unless given. */
  degrees?: number
  /** Points a module; as large as fits unless given. */
  scale?: number
}

const WIDTH = 640
const HEIGHT = 360
const FRAMES_A_SECOND = 5
const BLACK = 16
const WHITE = 235

/**
 * Writes a video (Y4M) of one second that shows a barcode, black on white. Chromium plays such a file as its camera,
 * over and over, and reads every frame when it is due: rewritten while the camera is on, the file shows another
 * barcode from then on.
 */
export function writeBarcodeVideo(file: string, barcode: Barcode): void {
  const gray = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = [Buffer.from('FRAME\n'), draw(barcode), gray]
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  const frames = Array.from({ length: FRAMES_A_SECOND }, () => frame).flat()
  // In place: all videos are of one length, and the camera must not find the file empty.
  const target = openSync(file, constants.O_WRONLY | constants.O_CREAT)
  writeSync(target, Buffer.concat([header, ...frames]))
  closeSync(target)
}

/** Samples across a point: what it shows is their mean, as a camera sees it. */
const FINE = 3

/** The brightness of every point. */
function draw({ kind, text, degrees = 0, scale: given }: Barcode): Buffer {
  const dark = darkModules(kind, text)
  const columns = dark[0]?.length ?? 0
  // Bars run over a third of the height; the modules of a square barcode are square.
  const room = degrees % 180 === 0 ? WIDTH : HEIGHT
  const scale = given ?? Math.floor(Math.min((room * 0.8) / columns, (HEIGHT * 0.8) / dark.length))
  const high = dark.length === 1 ? (columns * scale) / 4 : scale
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const isDark = (x: number, y: number) => {
    const column = Math.floor((x * cos + y * sin) / scale + columns / 2)
    const row = Math.floor((y * cos - x * sin) / high + dark.length / 2)
    return dark[row]?.[column] === true
  }
  const picture = Buffer.alloc(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      let hits = 0
      for (let at = 0; at < FINE * FINE; at += 1) {
        const [right, down] = [(at % FINE) + 0.5, Math.floor(at / FINE) + 0.5]
        if (isDark(x + right / FINE - WIDTH / 2, y + down / FINE - HEIGHT / 2)) hits += 1
      }
      picture[y * WIDTH + x] = WHITE - ((WHITE - BLACK) * hits) / (FINE * FINE)
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
