import type { TableCell } from 'pdfmake'
import roboto from 'pdfmake/fonts/Roboto.js'
import pdfmake from 'pdfmake/js/index.js'
import { formatDollars } from '../billing/money'
import { letterhead } from '../company/profile'
import { dayLabel } from '../dates/format'
import { formatFigure, NO_VALUE } from '../figures'
import { itemTotals, lineTotal } from './item-totals'
import type { PublicQuote } from './public-quote'
import { NO_OFFER, type QuoteLine, quoteTitle } from './quotes'

pdfmake.addFonts(roboto)
// A quote has no images or attachments, so nothing is fetched, and only the fonts are read from disk.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => Object.values(roboto.Roboto).includes(path))

const MUTED = '#52606d'
const RULE = '#cbd2d9'

/** Renders a quote as a PDF on letter paper, with the same contents as QuoteDocument, over as many pages as needed. */
export function quotePdf(quote: PublicQuote): Promise<Buffer> {
  const title = quoteTitle(quote)
  const noOffer = NO_OFFER[quote.state]
  const { oneOff, monthly, firstYear } = itemTotals(quote.lines)
  const { name, details } = letterhead(quote.issuer)
  return pdfmake
    .createPdf({
      info: { title: `Quote ${title}`, author: name },
      language: 'en-US',
      pageSize: 'LETTER',
      pageMargins: [54, 54, 54, 64],
      defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
      footer: (page, pages) => ({
        text: `Quote ${title}, page ${page} of ${pages}`,
        alignment: 'center',
        color: MUTED,
        fontSize: 8,
        margin: [0, 24, 0, 0],
      }),
      content: [
        {
          columns: [
            [
              { ...written(name), fontSize: 15, bold: true },
              ...[details, quote.sender]
                .filter(Boolean)
                .map((text) => ({ ...written(text), color: MUTED, marginTop: 2 })),
              { text: 'For', color: MUTED, marginTop: 14 },
              written(quote.recipient || quote.company),
            ],
            {
              stack: [
                { text: 'Quote', fontSize: 18, bold: true },
                { text: title, bold: true },
                ...(noOffer ? [{ text: noOffer, bold: true }] : []),
                written(quote.opportunity),
                { text: dayLabel(quote.quoted_on), color: MUTED },
                { text: `Valid until ${dayLabel(quote.valid_until)}`, color: MUTED },
              ],
              alignment: 'right',
            },
          ],
          columnGap: 24,
          margin: [0, 0, 0, 24],
        },
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: ['*', 'auto', 'auto', 'auto', 'auto', 'auto'],
            body: [HEADS.map(headCell), ...quote.lines.map(lineCells), sumCells(oneOff, monthly)],
          },
          layout: {
            hLineWidth: (row) => (row === 0 ? 0 : 0.5),
            vLineWidth: () => 0,
            hLineColor: () => RULE,
            paddingLeft: (column) => (column === 0 ? 0 : 8),
            paddingRight: (column) => (column === HEADS.length - 1 ? 0 : 8),
            paddingTop: () => 5,
            paddingBottom: () => 5,
          },
        },
        {
          text: `${formatDollars(oneOff)} once and ${formatDollars(monthly)} a month: ${formatDollars(firstYear)} in the first year, taxes not included.`,
          margin: [0, 14, 0, 0],
        },
        ...(quote.terms ? [{ text: 'Terms', bold: true, marginTop: 20 }, written(quote.terms)] : []),
      ],
    })
    .getBuffer()
}

const HEADS = ['Service', 'Quantity', 'One-off price', 'One-off total', 'Monthly price', 'Monthly total']

// A word wider than its column would be cut off.
const written = (text: string) => ({
  text,
  wordBreak: /\S{25}/.test(text) ? ('break-all' as const) : ('normal' as const),
})

function headCell(text: string, column: number): TableCell {
  return { text, color: MUTED, fontSize: 9, alignment: column === 0 ? 'left' : 'right' }
}

function lineCells({ name, description, quantity, one_off_price, monthly_price }: QuoteLine): TableCell[] {
  const amounts = [
    one_off_price,
    lineTotal(quantity, one_off_price),
    monthly_price,
    lineTotal(quantity, monthly_price),
  ].map((amount) => (Number(amount) === 0 ? NO_VALUE : formatDollars(amount)))
  return [
    {
      stack: [
        written(name),
        ...(description ? [{ ...written(description), color: MUTED, fontSize: 9 }] : []),
      ],
    },
    ...[formatFigure(quantity), ...amounts].map(figure),
  ]
}

const figure = (text: string): TableCell => ({ text, alignment: 'right', noWrap: true })

function sumCells(oneOff: string, monthly: string): TableCell[] {
  const sums = ['', '', formatDollars(oneOff), '', formatDollars(monthly)]
  return [
    { text: 'Total', bold: true },
    ...sums.map((text) => ({ text, bold: true, alignment: 'right' as const })),
  ]
}
