import bwipjs from 'bwip-js/node'
import { describe, expect, test } from 'vitest'
import type { Picture } from '@/lib/scan/lines'
import { readPicture } from '@/lib/scan/read-picture'
import { processorTime, SECOND } from '../../support/processor-time'

const MAC = '00:15:65:AB:CD:EF'
const WIDTH = 480
const HEIGHT = 480

interface Label {
  kind: string
  text: string
  /** Pixels per module. */
  scale: number
  degrees: number
  /** Ratio of bar height to barcode length. */
  high: number
  dark: number
  bright: number
  /** Brightness of the background. */
  around: number
  /** Offset of its center from the picture's, in pixels. */
  down: number
}

const USUAL: Label = {
  kind: 'code128',
  text: MAC,
  scale: 2,
  degrees: 0,
  high: 0.2,
  dark: 40,
  bright: 220,
  around: 220,
  down: 0,
}

/** Which modules of the barcode are dark. */
function modulesOf({ kind, text }: Label): boolean[] {
  const [symbol] = bwipjs.raw({ bcid: kind, text }) as { sbs: number[] }[]
  return (symbol?.sbs ?? []).flatMap((width, at) => Array<boolean>(width).fill(at % 2 === 0))
}

/** A picture of labels as a camera sees it: each pixel is the average of its area. */
function photograph(...labels: Partial<Label>[]): Picture {
  const drawn = labels.map((label) => {
    const whole = { ...USUAL, ...label }
    return { ...whole, modules: modulesOf(whole) }
  })
  const points = new Uint8Array(WIDTH * HEIGHT)
  const FINE = 2
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let light = 0
      for (let fine = 0; fine < FINE * FINE; fine++) {
        const px = x + ((fine % FINE) + 0.5) / FINE - WIDTH / 2
        const py = y + (Math.floor(fine / FINE) + 0.5) / FINE - HEIGHT / 2
        light +=
          drawn.map((label) => lightAt(label, px, py)).find((one) => one !== undefined) ??
          drawn[0]?.around ??
          0
      }
      points[y * WIDTH + x] = light / (FINE * FINE)
    }
  }
  return { width: WIDTH, height: HEIGHT, points }
}

function lightAt(
  { modules, scale, degrees, high, dark, bright, down }: Label & { modules: boolean[] },
  px: number,
  py: number,
): number | undefined {
  const angle = (degrees * Math.PI) / 180
  const along = (px * Math.cos(angle) + (py - down) * Math.sin(angle)) / scale
  const across = ((py - down) * Math.cos(angle) - px * Math.sin(angle)) / scale
  const half = modules.length / 2
  if (Math.abs(across) > half * high || Math.abs(along) > half + 12) return undefined
  return modules[Math.floor(along + half)] ? dark : bright
}

describe('a barcode in a picture', () => {
  test.each<[string, Partial<Label>]>([
    ['level', {}],
    ['turned by 25°', { degrees: 25 }],
    ['turned by 65°', { degrees: 65 }],
    ['upright', { degrees: 90 }],
    ['upside down', { degrees: 180 }],
    ['turned by 155°', { degrees: 155 }],
    ['with one pixel per module', { scale: 1, down: 0.5 }],
    ['upright with one pixel per module', { scale: 1, degrees: 90 }],
    ['turned by 25° with 1.5 pixels per module', { scale: 1.5, degrees: 25 }],
    ['light on dark', { dark: 220, bright: 40 }],
    ['light on dark, turned by 25°', { dark: 220, bright: 40, degrees: 25 }],
    ['light on dark with one pixel per module', { dark: 220, bright: 40, scale: 1 }],
    [
      'light on a dark box, turned by 25°',
      { dark: 220, bright: 40, around: 40, text: '001565ABCDEF', degrees: 25 },
    ],
    ['with little contrast', { dark: 160 }],
    ['with low bars', { high: 0.1, degrees: 5 }],
    ['with only the digits', { text: '001565ABCDEF', degrees: 45 }],
  ])('is read %s within a second', (_how, label) => {
    const picture = photograph(label)
    let found: string[] = []
    const took = processorTime(() => {
      found = readPicture(picture)
    })
    expect(found).toEqual([label.text ?? MAC])
    expect(took).toBeLessThan(SECOND)
  })

  test.each([0, 25])('is read next to another one, at %i°', (degrees) => {
    const label = { degrees, scale: 1.5, high: 0.15 }
    const picture = photograph({ ...label, down: 120 }, { ...label, text: 'SN4471X0093', down: -60 })
    expect(readPicture(picture).toSorted()).toEqual([MAC, 'SN4471X0093'])
  })

  test.each([
    ['code39', '02005E100002'],
    ['upca', '012345678905'],
  ])('of the kind %s is not read', (kind, text) => {
    const label = { kind, text, scale: 1.5, high: 0.3 }
    expect(readPicture(photograph(label))).toEqual([])
    expect(readPicture(photograph({ ...label, kind: 'code128' }))).toEqual([text])
  })

  test('of two dimensions is not read', () => {
    const [symbol] = bwipjs.raw({ bcid: 'qrcode', text: MAC }) as { pixs: number[]; pixx: number }[]
    const points = new Uint8Array(WIDTH * HEIGHT).fill(220)
    const [wide, large] = [symbol?.pixx ?? 0, 8]
    for (const [at, isDark] of (symbol?.pixs ?? []).entries()) {
      const [left, top] = [(at % wide) * large + 100, Math.floor(at / wide) * large + 100]
      for (let y = top; isDark && y < top + large; y++)
        points.fill(40, y * WIDTH + left, y * WIDTH + left + large)
    }
    expect(points).toContain(40)
    expect(readPicture({ width: WIDTH, height: HEIGHT, points })).toEqual([])
  })

  test('is not read from a blank or striped picture', () => {
    const blank = { width: WIDTH, height: HEIGHT, points: new Uint8Array(WIDTH * HEIGHT).fill(200) }
    expect(readPicture(blank)).toEqual([])
    const stripes = blank.points.map((_, at) => (Math.floor(at / 3) % 2 ? 220 : 40))
    expect(readPicture({ ...blank, points: stripes })).toEqual([])
  })
})
