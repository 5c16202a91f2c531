import { orderBy } from 'es-toolkit/array'
import type { CsvText } from '../csv'
import type { DIDS } from '../supabase/constraints'
import { detectPhone } from '../validation/phone'
import { invalidReason, type RejectedLine } from './number-lines'

/** A number in a carrier's list; `status` is the carrier's own word, empty when the list has none. */
export interface CarrierNumber {
  number: string
  status: string
}

/** A number in our inventory. */
export interface OurNumber {
  number: string
  status: string
  carrier: string
  routed: boolean
}

export const DIFFERENCES = {
  missing_here: 'Missing here',
  missing_there: 'Missing at the carrier',
  routed_not_held: 'Routed but not held',
  status_differs: 'Status differs',
  carrier_differs: 'Different carrier here',
} as const
export type DifferenceKind = keyof typeof DIFFERENCES

export interface Difference {
  number: string
  kind: DifferenceKind
  /** Each side's value, in words. */
  ours: string
  theirs: string
}

/** Statuses in which a number is ours and a carrier charges for it. */
const HELD: readonly string[] = [
  'available',
  'reserved',
  'assigned',
  'porting_out',
  'aging',
] satisfies readonly (typeof DIDS.status.choices)[number][]

/** Meaning of a carrier's status: in service, on its way to or from there, or gone. */
export function carrierStatus(word: string): 'active' | 'coming' | 'leaving' | 'gone' {
  const said = word.toLowerCase()
  if (/disconn|cancel|releas|ported[ _-]?out|inactive|delet|terminat|fail/.test(said)) return 'gone'
  if (/port(ing)?[ _-]?out/.test(said)) return 'leaving'
  if (/pend|port(ing)?[ _-]?in|submitted|foc|order/.test(said)) return 'coming'
  return 'active'
}

/**
 * Compares a carrier's list with our numbers and their routes: at most one difference per number, ordered by number. Numbers we
 * hold with another carrier do not count as missing from the list; numbers without a carrier do. The order of the lists does not
 * matter.
 */
export function reconcile(
  theirs: readonly CarrierNumber[],
  ours: readonly OurNumber[],
  carrier: string,
): Difference[] {
  const there = new Map(theirs.map((row) => [row.number, row]))
  const here = new Map(ours.map((row) => [row.number, row]))
  return [...new Set([...there.keys(), ...here.keys()])].sort().flatMap((number) => {
    const [own, listed] = [here.get(number), there.get(number)]
    const kind = differenceOf(own, listed, carrier)
    return kind
      ? [{ number, kind, ours: inWords(own), theirs: listed ? listed.status || 'listed' : 'not listed' }]
      : []
  })
}

/**
 * Numbers that both sides agree on and that we pay for, but that route nowhere. Not a difference between the lists: a tenant may
 * hold numbers it does not use yet.
 */
export function unroutedNumbers(
  theirs: readonly CarrierNumber[],
  ours: readonly OurNumber[],
  carrier: string,
): string[] {
  const there = new Set(theirs.map(({ number }) => number))
  return ours
    .filter(
      (own) => own.status === 'assigned' && !own.routed && (there.has(own.number) || isOf(own, carrier)),
    )
    .map(({ number }) => number)
}

function differenceOf(
  own: OurNumber | undefined,
  listed: CarrierNumber | undefined,
  carrier: string,
): DifferenceKind | undefined {
  const standing = listed ? carrierStatus(listed.status) : 'gone'
  const held = own !== undefined && HELD.includes(own.status)
  if (!own) return standing === 'gone' ? undefined : 'missing_here'
  if (standing === 'gone') {
    if (own.carrier !== '' && !isOf(own, carrier)) return undefined
    // A number on its way may already have its route.
    if (own.status === 'porting_in') return undefined
    if (own.routed) return 'routed_not_held'
    if (!held) return undefined
    return listed ? 'status_differs' : 'missing_there'
  }
  if (own.status === 'released') return 'missing_here'
  const agrees =
    standing === 'leaving'
      ? own.status === 'porting_out'
      : (standing === 'coming') === (own.status === 'porting_in')
  if (!agrees) return 'status_differs'
  return own.carrier !== '' && !isOf(own, carrier) ? 'carrier_differs' : undefined
}

const isOf = (own: OurNumber, carrier: string) =>
  own.carrier === '' || own.carrier.trim().toLowerCase() === carrier.trim().toLowerCase()

function inWords(own: OurNumber | undefined): string {
  if (!own) return 'not here'
  return [own.status.replace('_', ' '), own.carrier, own.routed ? 'routed' : 'not routed']
    .filter(Boolean)
    .join(', ')
}

/** Rows by which the column with the numbers is told. */
const LOOKED_AT = 500

/**
 * The column with the most different numbers, of those that are named like one if any has numbers: contacts and billing numbers repeat. If
 * several have as many, the first that is named after telephones: an order or account may have ten digits, too.
 */
function numberColumn(header: readonly string[], rows: readonly (readonly string[])[]): number {
  const lines = [header, ...rows.slice(0, LOOKED_AT)]
  const columns = header.map((name, at) => ({
    at,
    numbers: new Set(lines.flatMap((row) => detectPhone(row[at] ?? '') ?? [])).size,
    isTelephone: /phone|\bdid\b|\btn\b/i.test(name),
    isNamed: /number|phone|\bdid\b|\btn\b/i.test(name),
  }))
  const named = columns.filter(({ isNamed, numbers }) => isNamed && numbers > 0)
  const [best] = orderBy(
    named.length > 0 ? named : columns,
    ['numbers', 'isTelephone', 'isNamed'],
    ['desc', 'desc', 'desc'],
  )
  return best?.at ?? 0
}

/**
 * The numbers of a carrier's CSV file (header and rows): from the column that {@link numberColumn} finds; the status from a column named
 * status, otherwise from one named state that says one: it may as well be where the number lies. Lines count as in a spreadsheet.
 */
export function readCarrierList({ header, rows, places }: Omit<CsvText, 'separator'>): {
  numbers: CarrierNumber[]
  bad: RejectedLine[]
} {
  const column = numberColumn(header, rows)
  const status = statusColumn(header, rows)
  const bad: RejectedLine[] = []
  const seen = new Map<string, number>()
  const numbers = new Map<string, CarrierNumber>()
  // A file without a header has its first number in the header's place.
  const headless = detectPhone(header[column] ?? '') !== undefined
  const lines = headless ? [header, ...rows] : rows
  const lineOf = headless ? [1, ...places] : places
  lines.forEach((row, index) => {
    const line = lineOf[index] ?? index + 1
    const cell = row[column] ?? ''
    const number = detectPhone(cell)
    const word = status >= 0 ? (row[status] ?? '').trim() : ''
    const known = number && numbers.get(number)
    if (!number) bad.push({ line, text: cell.trim() || row.join(', '), reason: invalidReason(cell) })
    else if (!known) numbers.set(number, { number, status: word })
    else if (known.status !== word)
      bad.push({
        line,
        text: row.join(', '),
        reason: `Line ${seen.get(number)} gives this number a different status.`,
      })
    if (number && !seen.has(number)) seen.set(number, line)
  })
  return { numbers: [...numbers.values()], bad }
}

/** -1 if there is none. */
function statusColumn(header: readonly string[], rows: readonly (readonly string[])[]): number {
  const named = header.findIndex((name) => /^(.*[ _])?status$/i.test(name.trim()))
  if (named >= 0) return named
  return header.findIndex(
    (name, at) => /^(.*[ _])?state$/i.test(name.trim()) && rows.some((row) => isStatus(row[at] ?? '')),
  )
}

const isStatus = (cell: string) =>
  carrierStatus(cell) !== 'active' || /active|service|assigned|live/i.test(cell)
