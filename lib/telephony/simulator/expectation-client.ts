import { saveRecord } from '../../records/record-client'
import { answerOf, dataOf } from '../../supabase/answer'
import type { Supabase } from '../../supabase/browser-client'
import { withoutSeparators } from '../../validation/phone'
import type { Expectation, PossibleOutcome } from './expectation'

/** A tenant's expectations of calls, by name; at most 1,000. */
export async function listExpectations(supabase: Supabase, tenantId: string): Promise<Expectation[]> {
  const columns = 'id, name, question, outcome, destination_id, version'
  return dataOf(
    await supabase
      .from('call_expectations')
      .select(columns)
      .eq('tenant_id', tenantId)
      .order('name')
      .limit(1000)
      .overrideTypes<Expectation[], { merge: false }>(),
  )
}

/**
 * Saves an expectation if it is still at the version the user saw (null for a new one), and creates the destination for its outside
 * number. Throws Refusal: 'conflict', 'taken' if the tenant has another with that name, …
 */
export async function saveExpectation(
  supabase: Supabase,
  tenantId: string,
  { id, version }: { id: string; version: number | null },
  {
    name,
    question,
    outcome,
    destination,
  }: Pick<Expectation, 'name' | 'question'> & Omit<PossibleOutcome, 'text'>,
): Promise<void> {
  const destination_id =
    destination && 'number' in destination
      ? answerOf<string>(
          await supabase.rpc('destination_for', {
            tenant: tenantId,
            kind: 'external',
            value: destination.number,
          }),
        )
      : (destination?.id ?? null)
  // A dialed number may have been pasted with separators that no phone sends.
  const kept = { ...question, to: withoutSeparators(question.to) }
  const values = { name, question: kept, outcome, destination_id }
  const save = { id, tenantId, expectedVersion: version, values }
  await saveRecord(supabase, { table: 'call_expectations' }, save)
}

/** Deletes an expectation; one that is gone already is no failure. Throws Refusal. */
export async function deleteExpectation(supabase: Supabase, id: string): Promise<void> {
  dataOf(await supabase.from('call_expectations').delete().eq('id', id).select('id'))
}
