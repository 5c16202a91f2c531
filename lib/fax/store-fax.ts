import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { SupabaseClient } from '@supabase/supabase-js'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { Unusable } from '../api/failure'
import { FAXES_BUCKET } from '../recordings/object-path'
import { jsonOf } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { storeObject } from '../supabase/store-object'
import type { Admitted } from '../switch/admission'
import type { FaxDelivery } from '../switch/agent/protocol'
import { tiffPages } from './tiff-pages'

/**
 * Stores a fax from the switch as a PDF and queues its mails. Returns false if it is stored already, or its box is gone or not
 * served by the switch. Throws Unusable if the file is not a fax or too large for Storage, and fails if Storage or the database does; the
 * switch then sends it again.
 */
export async function storeFax(
  admin: SupabaseClient<Database>,
  { switch: { id }, versions }: Admitted,
  { fax, tiff }: FaxDelivery,
): Promise<boolean> {
  if (!Object.hasOwn(versions, fax.tenant)) return false
  const { data: known } = await admin
    .from('faxes')
    .select('id')
    .match({ tenant_id: fax.tenant, channel: fax.channel })
    .throwOnError()
  const { data: box } = await admin
    .from('fax_boxes')
    .select('id')
    .match({ tenant_id: fax.tenant, id: fax.box })
    .throwOnError()
  if (known.length > 0 || box.length === 0) return false
  const { pdf, pages } = await faxPdf(Buffer.from(tiff, 'base64'))
  const path = `${fax.tenant}/${randomUUID()}.pdf`
  await storeObject(admin, FAXES_BUCKET, path, pdf, 'application/pdf')
  const { data } = await admin
    .rpc('store_fax', {
      switch: id,
      data: jsonOf(fax),
      received_at: fax.at,
      object_path: path,
      pages,
      size_bytes: pdf.length,
    })
    .throwOnError()
  return data
}

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
