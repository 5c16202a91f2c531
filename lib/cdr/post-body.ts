import { ApiFailure } from '../api/failure'
import { withoutSignatures } from '../switch/sound-url'
import { percentDecode } from './url-encoding'

/** The largest body that the app takes; the agent keeps none that the app would refuse. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024

/** Records in a body: more than 16 MiB of real ones hold. Millions of tiny ones would take all the memory. */
const MOST_RECORDS = 10_000

/** One delivered record: its text as received, and the parsed value if it is JSON. */
export interface DeliveredRecord {
  text: string
  /** undefined when the text is not JSON. */
  json: unknown
}

/**
 * The records in a POST body. FreeSWITCH's mod_json_cdr sends one record at a time: as JSON (`encode` false), or as a form field
 * `cdr=` that is URL-encoded (true) or base64 (base64). For redelivery a body may hold many: a JSON array, or one record per
 * line. The format is detected from the body, whatever the content type says. Without the signatures of URLs at which the call recorded
 * or played sounds, because records are shown. Throws ApiFailure 413 for more than 10,000.
 */
export function deliveredRecords(body: string): DeliveredRecord[] {
  const text = withoutSignatures(withoutForm(body.replaceAll('\u0000', '').trim()))
  const json = parsed(text)
  if (Array.isArray(json)) {
    refuseTooMany(json)
    return json.map((record) => ({ text: JSON.stringify(record), json: record }))
  }
  if (json !== undefined) return [{ text, json }]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isListOfLines = lines.slice(0, MOST_RECORDS).some((line) => parsed(line) !== undefined)
  if (isListOfLines) refuseTooMany(lines)
  return (isListOfLines ? lines : [text]).map((line) => ({ text: line.trim(), json: parsed(line) }))
}

function refuseTooMany({ length }: readonly unknown[]): void {
  if (length > MOST_RECORDS) throw new ApiFailure(413, 'Deliver at most 10,000 records at a time.')
}

function withoutForm(body: string): string {
  if (!body.startsWith('cdr=')) return body
  const field = body.slice('cdr='.length)
  if (/^[{[]/.test(field)) return field
  const decoded = Buffer.from(field, 'base64').toString('utf8').replaceAll('\u0000', '').trim()
  if (/^[{[]/.test(decoded)) return decoded
  // Other senders encode a space as a plus; the switch encodes a plus as %2B.
  return percentDecode(field.replace(/&.*/s, '').replaceAll('+', ' ')).trim()
}

/** JSON without what PostgreSQL's jsonb rejects: NUL characters and unpaired surrogates. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) =>
      typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}
