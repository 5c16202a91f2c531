import { BitArray, Code128Reader } from '@zxing/library'
import { changesOf, darkOf, linesAt, type Picture } from './lines'

/** Search directions, spaced so closely that bars may be as low as an eleventh of the code's length. */
export const DIRECTIONS = Array.from({ length: 18 }, (_, n) => n * 10)

/** The bars and spaces of a start, one character, the check character and the stop. */
const FEWEST_CHANGES = 24

const reader = new Code128Reader()

/**
 * All Code 128 barcodes (specification section 2.5) along the first direction that has any. Bars may be one pixel wide, and light
 * on dark.
 */
export function readPicture(picture: Picture, directions: readonly number[] = DIRECTIONS): string[] {
  for (const direction of directions) {
    const found = new Set<string>()
    for (const line of linesAt(picture, direction)) {
      const text = readLine(darkOf(line))
      if (text !== undefined) found.add(text)
    }
    if (found.size > 0) return [...found]
  }
  return []
}

/** The barcode along a line, read in either direction and polarity. */
function readLine(dark: readonly boolean[]): string | undefined {
  if (changesOf(dark) < FEWEST_CHANGES) return undefined
  const backward = dark.toReversed()
  for (const bar of [true, false]) {
    for (const samples of [dark, backward]) {
      const row = new BitArray(samples.length)
      samples.forEach((sample, at) => {
        if (sample === bar) row.set(at)
      })
      try {
        return reader.decodeRow(0, row).getText()
      } catch {
        // No barcode along this line.
      }
    }
  }
  return undefined
}
