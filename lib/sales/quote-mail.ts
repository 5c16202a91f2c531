/** POST {request, version, to, message}: freezes the quote at this version if it is a draft, and mails its link. */
export const sendQuotePath = (quote: string) => `/api/sales/quotes/${quote}/send`

/** The page on which a customer reads and answers a quote. */
export const quoteLinkPath = (key: string) => `/quote/${key}`

/** GET: the quote of a link, as PublicQuote; POST {decision, name, reason}: the customer's answer. */
export const publicQuoteApi = (key: string) => `/api/quotes/${key}`

/** GET: the quote of a link as a PDF. */
export const publicQuotePdf = (key: string) => `${publicQuoteApi(key)}/pdf`

/** GET: a quote as a PDF, for staff. */
export const quotePdfPath = (quote: string) => `/api/sales/quotes/${quote}/pdf`

/** The mail with the link to a quote, from the company of that name. */
export function quoteMail(
  title: string,
  company: string,
  { page, pdf }: { page: string; pdf: string },
  message: string,
): { subject: string; text: string } {
  return {
    subject: `Quote ${title} from ${company}`,
    text: `${message.trim()}\n\nYour quote ${title}, to read and answer:\n${page}\n\nAs a PDF:\n${pdf}\n`,
  }
}

/** Maximum length of the mail's text before the link, in characters. */
export const MESSAGE_LENGTH = 4000

/** Default text of the mail before the link. */
export const DEFAULT_MESSAGE = 'Hello,\n\nThank you for your interest. Here is our quote.'
