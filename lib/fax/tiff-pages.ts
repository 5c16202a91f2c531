import { Unusable } from '../api/failure'

/**
 * A page of a TIFF file, with its pixels' height-to-width ratio. Faxes at standard resolution have pixels twice as high as wide.
 */
export interface TiffPage {
  stretch: number
}

const X_RESOLUTION = 282
const Y_RESOLUTION = 283
const MOST_PAGES = 1000
/** A fax page has about twenty tags. */
const MOST_TAGS = 200

/**
 * Reads the page headers of a TIFF file (TIFF 6.0, Adobe 1992). libvips reads everything else, but reports only one resolution.
 * Throws Unusable.
 */
export function tiffPages(bytes: Buffer): TiffPage[] {
  try {
    return pagesIn(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new Unusable('The TIFF file is incomplete.')
    throw error
  }
}

function pagesIn(bytes: Buffer): TiffPage[] {
  const order = bytes.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') throw new Unusable('It is not a TIFF file.')
  const little = order === 'II'
  const short = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const ratio = (at: number) => long(at) / long(at + 4)
  if (short(2) !== 42) throw new Unusable('It is not a TIFF file.')
  const pages: TiffPage[] = []
  for (let at = long(4); at !== 0; at = long(at + 2 + short(at) * 12)) {
    if (pages.length === MOST_PAGES) throw new Unusable(`It has more than ${MOST_PAGES} pages.`)
    if (short(at) > MOST_TAGS) throw new Unusable('One of its pages has too many tags.')
    const resolutions = new Map<number, number>()
    for (let n = 0; n < short(at); n += 1) {
      const entry = at + 2 + n * 12
      const tag = short(entry)
      if (tag === X_RESOLUTION || tag === Y_RESOLUTION) resolutions.set(tag, ratio(long(entry + 8)))
    }
    const stretch = (resolutions.get(X_RESOLUTION) ?? 1) / (resolutions.get(Y_RESOLUTION) ?? 1)
    pages.push({ stretch: stretch > 0.1 && stretch < 10 ? stretch : 1 })
  }
  return pages
}
