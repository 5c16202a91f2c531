import { problemsOf } from '../records/record-client'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** Numbers as the user saw them. */
type Seen = readonly Pick<Tables<'dids'>, 'id' | 'version'>[]

const chosenOf = (numbers: Seen) => numbers.map(({ id, version }) => ({ id, version }))

/** Assigns numbers to a tenant. Resolves to why some could not be, by id; the trail shows the requests of one `run` as one change. */
export async function assignNumbers(
  supabase: Supabase,
  numbers: Seen,
  tenant: string,
  run: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  return problemsOf(dataOf(await supabase.rpc('assign_numbers', { chosen: chosenOf(numbers), tenant, run })))
}

/** Takes numbers from their tenants, to age for some days (0 to 730). Resolves as `assignNumbers`. */
export async function releaseNumbers(
  supabase: Supabase,
  numbers: Seen,
  days: number,
  run: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const asked = { chosen: chosenOf(numbers), aging_days: days, run }
  return problemsOf(dataOf(await supabase.rpc('release_numbers', asked)))
}
