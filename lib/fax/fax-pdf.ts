import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { Unusable } from '../api/failure'
import { tiffPages } from './tiff-pages'

/** Width of a letter page, 8.5 inches, in points (72 per inch). */
const PAGE_WIDTH = 612
/** Maximum page height of a PDF reader, in points. */
const TALLEST_PAGE = 14_400
/** Maximum pixels per page: the finest resolution at any length that fits a call. */
const MOST_PIXELS = 200_000_000
/**
 * Maximum pixels per fax: a thousand pages at the finest usual resolution. Blank pages of any length cost their sender next to
 * nothing.
 */
const MOST_PIXELS_OF_ALL = 4_000_000_000

/**
 * Converts a fax to PDF and counts its pages. Throws Unusable if the file is not a TIFF, cannot be read, or exceeds the pixel limits.
 */
export async function faxPdf(
  tiff: Buffer,
  mostPixels = MOST_PIXELS_OF_ALL,
): Promise<{ pdf: Buffer; pages: number }> {
  const pages = tiffPages(tiff)
  if (pages.length === 0) throw new Unusable('It has no pages.')
  // The document contains no text, so it needs no font.
  const document = new PDFDocument({ autoFirstPage: false, font: '' })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = once(document, 'end')
  let pixels = 0
  for (const [page, { stretch }] of pages.entries()) {
    const { data, info } = await pictureOf(tiff, page)
    pixels += info.width * info.height
    if (pixels > mostPixels) throw new Unusable('Its pages are too long.')
    const height = Math.min((PAGE_WIDTH * info.height * stretch) / info.width, TALLEST_PAGE)
    document.addPage({ size: [PAGE_WIDTH, height], margin: 0 })
    document.image(data, 0, 0, { width: PAGE_WIDTH, height })
  }
  document.end()
  await done
  return { pdf: Buffer.concat(parts), pages: pages.length }
}

/** A page as PNG, black and white. */
async function pictureOf(tiff: Buffer, page: number) {
  try {
    return await sharp(tiff, { page, limitInputPixels: MOST_PIXELS })
      .toColourspace('b-w')
      .png({ palette: true, colours: 2 })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw new Unusable(`Page ${page + 1} cannot be read: ${(error as Error).message}`)
  }
}
