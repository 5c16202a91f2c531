import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { Unusable } from '@/lib/api/failure'
import { faxPdf } from '@/lib/fax/fax-pdf'
import { tiffPages } from '@/lib/fax/tiff-pages'
import { faxFile } from '@/tests/support/fax-files'

test.each([98, 196] as const)(
  'a fax at %s lines per inch becomes a PDF with pages of the paper’s size',
  async (lines) => {
    const { pdf, pages } = await faxPdf(await faxFile({ lines }))
    expect(pages).toBe(1)
    const document = await getDocumentProxy(new Uint8Array(pdf))
    expect(document.numPages).toBe(1)
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
    expect(width).toBe(612)
    expect(Math.abs(height - 792)).toBeLessThan(6)
  },
)

test('a file that is not a TIFF, or is truncated, is rejected', async () => {
  const whole = await faxFile()
  await expect(faxPdf(Buffer.from('%PDF-1.7 not a fax'))).rejects.toThrow(Unusable)
  await expect(faxPdf(Buffer.from('II'))).rejects.toThrow(Unusable)
  await expect(faxPdf(whole.subarray(0, Math.floor(whole.length / 2)))).rejects.toThrow(Unusable)
  await expect(faxPdf(whole, 1_000_000)).rejects.toThrow('Its pages are too long.')
  // Pages that link back to the first.
  const loop = Buffer.from('II*\0\x08\0\0\0\0\0\x08\0\0\0', 'latin1')
  expect(() => tiffPages(loop)).toThrow(Unusable)
  // A page with the maximum number of tags.
  const crowded = Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'),
    Buffer.alloc(65_535 * 12 + 4),
  ])
  expect(() => tiffPages(crowded)).toThrow(Unusable)
})
