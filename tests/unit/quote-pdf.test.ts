import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { PublicQuote } from '@/lib/sales/public-quote'
import { quotePdf } from '@/lib/sales/quote-pdf'

const QUOTE: PublicQuote = {
  number: 'Q-2026-00012',
  revision: 2,
  state: 'sent',
  quoted_on: '2026-03-05',
  valid_until: '2026-04-04',
  issuer: 'Granite Voice\n1 Ledge Road\nBarre, VT 05641',
  sender: 'Front Street 1\nHelena, MT 59601',
  recipient: 'Żółć & Łąka Dental\nJ. Šimůnek',
  terms: 'Net 15.\nPrices hold for twelve months.',
  lines: [
    {
      name: 'Business seat',
      description: 'For the front office',
      quantity: 12,
      one_off_price: 0,
      monthly_price: 22.5,
    },
    { name: 'Desk phone', description: '', quantity: 3, one_off_price: 129.99, monthly_price: 0 },
  ],
  opportunity: 'Phones for two offices',
  company: 'Łąka Dental',
}

/** The text of each page, with whitespace collapsed. */
async function pagesOf(quote: PublicQuote): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await quotePdf(quote)))
  const { text } = await extractText(pdf)
  return text.map((page) => page.replace(/\s+/g, ' '))
}

describe('the PDF of a quote', () => {
  test('contains number, version, dates, both parties, lines with unit prices, totals and terms', async () => {
    const [page = '', ...more] = await pagesOf(QUOTE)
    expect(more).toEqual([])
    for (const said of [
      'Q-2026-00012 version 2',
      'Mar 5, 2026',
      'Valid until Apr 4, 2026',
      'Granite Voice 1 Ledge Road Barre, VT 05641 Front Street 1 Helena, MT 59601',
      'Żółć & Łąka Dental J. Šimůnek',
      'Phones for two offices',
      'Business seat For the front office 12 — — $22.50 $270.00',
      'Desk phone 3 $129.99 $389.97 — —',
      'Total $389.97 $270.00',
      '$389.97 once and $270.00 a month: $3,629.97 in the first year, taxes not included.',
      'Terms Net 15. Prices hold for twelve months.',
      'page 1 of 1',
    ]) {
      expect(page).toContain(said)
    }
  })

  test.each([
    ['draft', 'Draft, not yet an offer'],
    ['expired', 'Expired, no longer an offer'],
    ['declined', 'Declined'],
    ['replaced', 'Replaced by a newer version'],
  ])('says of a quote that is %s that it is no offer: %s', async (state, said) => {
    expect((await pagesOf({ ...QUOTE, state })).join()).toContain(`version 2 ${said}`)
    expect((await pagesOf(QUOTE)).join()).not.toContain(said)
  })

  test('is titled with its number, and addressed to the company if there is no recipient', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await quotePdf({ ...QUOTE, recipient: '', terms: '' })))
    expect((await getMeta(pdf)).info).toMatchObject({
      Title: 'Quote Q-2026-00012 version 2',
      Author: 'Granite Voice',
    })
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toContain('Łąka Dental')
    expect(text).not.toContain('Terms')
  })

  test('continues over pages, with the column headings on each', async () => {
    const lines = Array.from({ length: 120 }, (_, n) => ({
      name: `Service ${n + 1}`,
      description: 'A line of its own',
      quantity: 1,
      one_off_price: 1,
      monthly_price: 2,
    }))
    const pages = await pagesOf({ ...QUOTE, lines })
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages.slice(0, -1)) expect(page).toContain('One-off price')
    const all = pages.join(' ')
    for (const { name } of lines) expect(all).toContain(`${name} A line of its own`)
    expect(pages.at(-1)).toContain('Total $120.00 $240.00')
  })

  test('prints a line’s description in full, however long it is', async () => {
    const description = 'Wordwithoutend'.repeat(30)
    const [line] = QUOTE.lines
    const [page = ''] = await pagesOf({ ...QUOTE, lines: line ? [{ ...line, description }] : [] })
    expect(page.replaceAll(' ', '')).toContain(description)
  })
})
