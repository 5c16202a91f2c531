import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { NoTiff, tiffPages } from './tiff-pages'

/** A fax machine scans a page of letter paper, 8.5 inches wide. In points, 72 an inch. */
const PAGE_WIDTH = 612
/** The largest page that a PDF reader shows, in points. */
const TALLEST_PAGE = 14_400
/** In pixels: a page of the finest resolution and of any length that fits a call. */
const MOST_PIXELS = 200_000_000
/** The same of all pages: a thousand of the finest usual resolution. Blank ones of any length cost their sender next to nothing. */
const MOST_PIXELS_OF_ALL = 4_000_000_000

/** A fax as a PDF, and how many pages it has. Throws NoTiff for what is no TIFF file, cannot be read or has more pixels. */
export async function faxPdf(
  tiff: Buffer,
  mostPixels = MOST_PIXELS_OF_ALL,
): Promise<{ pdf: Buffer; pages: number }> {
  const pages = tiffPages(tiff)
  if (pages.length === 0) throw new NoTiff('It has no pages.')
  // Without a font of its own, as there is no text.
  const document = new PDFDocument({ autoFirstPage: false, font: null as unknown as string })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = once(document, 'end')
  let pixels = 0
  for (const [page, { stretch }] of pages.entries()) {
    const { data, info } = await pictureOf(tiff, page)
    pixels += info.width * info.height
    if (pixels > mostPixels) throw new NoTiff('Its pages are too long.')
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
    throw new NoTiff(`Page ${page + 1} cannot be read: ${(error as Error).message}`.slice(0, 255))
  }
}
