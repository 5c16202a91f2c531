import { percentDecode } from './url-encoding'

/** One record of a delivery: its text as it came in, and what that says, if it is JSON. */
export interface DeliveredRecord {
  text: string
  /** undefined when the text is no JSON. */
  json: unknown
}

/**
 * The records in the body of a POST. FreeSWITCH's mod_json_cdr sends one record at a time, as JSON (`encode` false), as
 * a form field `cdr=` that is URL-encoded (true) or in base64 (base64). For re-delivery a body may also hold
 * many: a JSON array, or one record a line. Whatever the content type says, the body itself is looked at.
 */
export function deliveredRecords(body: string): DeliveredRecord[] {
  const text = withoutForm(body.replaceAll('\u0000', '').trim())
  const json = parsed(text)
  if (Array.isArray(json)) return json.map((record) => ({ text: JSON.stringify(record), json: record }))
  if (json !== undefined) return [{ text, json }]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isListOfLines = lines.length > 1 && lines.filter((line) => parsed(line) !== undefined).length > 0
  return (isListOfLines ? lines : [text]).map((line) => ({ text: line.trim(), json: parsed(line) }))
}

function withoutForm(body: string): string {
  if (!body.startsWith('cdr=')) return body
  const field = body.slice('cdr='.length)
  if (/^[{[]/.test(field)) return field
  if (/^[A-Za-z0-9+/\r\n]+={0,2}$/.test(field)) {
    const decoded = Buffer.from(field, 'base64').toString('utf8').replaceAll('\u0000', '').trim()
    if (/^[{[]/.test(decoded)) return decoded
  }
  // Other senders than the switch write a space as a plus; the switch writes a plus as %2B.
  return percentDecode((field.split('&')[0] ?? '').replaceAll('+', ' ')).trim()
}

/** JSON without what PostgreSQL's jsonb refuses: the character NUL and halves of surrogate pairs. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) =>
      typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}
