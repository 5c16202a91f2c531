import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { LICENSES, SERVICES } from '../supabase/constraints'
import type { Database, Tables } from '../supabase/database.types'

export type SeatProduct = (typeof SERVICES.seat_product.choices)[number]
export type SeatCap = (typeof LICENSES.cap.choices)[number]

type Functions = Database['public']['Functions']
export type Seats = Omit<Functions['tenant_seats']['Returns'][number], 'product' | 'cap'> & {
  product: SeatProduct
  cap: SeatCap
}
/** An extension with a seat but no recent call (KEPT_DAYS.idle). */
export interface IdleSeat extends Pick<Tables<'extensions'>, 'id' | 'extension' | 'enabled'> {
  name: string
  holds: SeatProduct[]
  /** Null without any call. */
  last_call_at: string | null
}
/** `before` is null for the first entry; the caps are null when the cap did not change. */
export type SeatChange = Functions['seat_history']['Returns'][number]

export const PRODUCT_LABELS: Record<SeatProduct, string> = {
  extension: 'Extensions',
  call_center_agent: 'Call-center agents',
  recording: 'Call recording',
  fax: 'Fax lines',
}

/** A tenant's seats of each product: purchased, assigned, used and billed. Throws Refusal. */
export async function loadSeats(supabase: Supabase, tenant: string): Promise<Seats[]> {
  return dataOf(await supabase.rpc('tenant_seats', { tenant })) as Seats[]
}

/** Extensions without a recent call. */
export async function loadIdleSeats(supabase: Supabase, tenant: string): Promise<IdleSeat[]> {
  return answerOf(await supabase.rpc('idle_seats', { tenant }))
}

/** The most seat changes that are shown. */
export const SEAT_CHANGES = 100

/** The latest seat changes, newest first; one more than are shown if there are more. */
export async function loadSeatHistory(supabase: Supabase, tenant: string): Promise<SeatChange[]> {
  return dataOf(await supabase.rpc('seat_history', { tenant }).limit(SEAT_CHANGES + 1))
}

/** Sets a product's seats and cap unless someone else has changed them since `seen`. */
export async function setSeats(
  supabase: Supabase,
  tenant: string,
  seen: Seats,
  { purchased, cap }: { purchased: number; cap: SeatCap },
): Promise<void> {
  const { product, purchased: expected, cap: expected_cap } = seen
  dataOf(await supabase.rpc('set_seats', { tenant, product, purchased, cap, expected, expected_cap }))
}

/** How many seats are bought or taken, and not charged. */
export const notBilled = ({
  purchased,
  assigned,
  billed,
}: Pick<Seats, 'purchased' | 'assigned' | 'billed'>): number =>
  Math.max(0, Math.max(purchased, assigned) - billed)

/** What needs attention in a product's seats, in words; empty when everything matches. */
export function seatWarnings(seats: Seats): string[] {
  const { purchased, assigned, over, cap, billed } = seats
  const warnings: string[] = []
  if (over > 0) warnings.push(`${over} over the ${cap} cap`)
  else if (purchased > 0 && assigned === purchased) warnings.push('All seats taken')
  if (notBilled(seats) > 0) {
    warnings.push(`${notBilled(seats)} not billed`)
  } else if (billed > purchased) {
    warnings.push(`${billed - purchased} billed but not purchased`)
  }
  return warnings
}
