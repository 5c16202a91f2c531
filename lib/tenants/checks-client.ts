import { Refusal } from '../errors'
import { answerOf, dataOf, requireChange } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Problem } from '../telephony/routing/problems/problem'
import type { Repair } from '../telephony/routing/problems/repair'

/** Who accepted a problem, when (ISO 8601) and why. */
export interface Acceptance {
  id: string
  note: string
  by: string
  at: string
}

/** A problem as stored; `accepted` is null if it counts. */
export type CheckedProblem = Problem & { accepted: Acceptance | null }

export interface ConfigurationCheck {
  /** Whether the configuration is unchanged since the check. */
  current: boolean
  /** ISO 8601; null before the first check. */
  checked_at: string | null
  /** Most severe first. */
  problems: readonly CheckedProblem[]
}

/** The stored check of a tenant; null if the user sees none. Throws RequestFailure. */
export async function configurationCheck(
  supabase: Supabase,
  tenantId: string,
): Promise<ConfigurationCheck | null> {
  return answerOf<ConfigurationCheck | null>(await supabase.rpc('configuration_check', { tenant: tenantId }))
}

/**
 * Accepts a problem with its current text; if the text changes, the problem counts again. The caller chooses the id, so sending it
 * twice accepts it once, with the note that was sent last.
 */
export async function acceptProblem(
  supabase: Supabase,
  tenantId: string,
  id: string,
  { key, text }: Pick<Problem, 'key' | 'text'>,
  note: string,
): Promise<void> {
  const acceptance = { id, tenant_id: tenantId, problem_key: key, name: text, note: note.trim() }
  const store = async () => {
    const added = supabase
      .from('accepted_problems')
      .upsert(acceptance, { onConflict: 'id', ignoreDuplicates: true })
    return dataOf(await added.select('id')).length > 0
  }
  if (await store()) return
  // The response to an earlier attempt was lost. An acceptance is not edited, so one with another note is given again.
  dataOf(await supabase.from('accepted_problems').delete().eq('id', id).neq('note', acceptance.note))
  await store()
}

/** Withdraws an acceptance. Throws Refusal 'gone' if somebody else already has. */
export async function withdrawAcceptance(supabase: Supabase, id: string): Promise<void> {
  requireChange(await supabase.from('accepted_problems').delete().eq('id', id).select('id'))
}

/** Applies a repair. Throws Refusal 'conflict' if the record has changed since the check. */
export async function repairProblem(supabase: Supabase, tenantId: string, repair: Repair): Promise<void> {
  const conflict = new Refusal('Someone has changed this record since it was checked.', 409, 'conflict')
  if (repair.table === 'tenant_settings') {
    const settings = supabase.from('tenant_settings')
    const read = settings.select('version, outbound_did_id').eq('id', tenantId)
    const stored = dataOf<{ version: number; outbound_did_id: string | null } | null>(
      await read.maybeSingle(),
    )
    if (stored && stored.outbound_did_id !== repair.was.outbound_did_id) throw conflict
    const changed = { id: tenantId, tenant_id: tenantId, ...repair.set, version: (stored?.version ?? 0) + 1 }
    dataOf(await settings.upsert(changed))
    return
  }
  // Each table has its own types, but the request is the same.
  const { table, id, set, was } = repair as Extract<Repair, { table: 'extensions' }>
  const rows = supabase.from(table).select('version').eq('tenant_id', tenantId).eq('id', id)
  const read = dataOf<{ version: number } | null>(await rows.match(was).maybeSingle())
  if (!read) throw conflict
  const change = { ...set, version: read.version + 1 }
  const changed = supabase.from(table).update(change).eq('tenant_id', tenantId).eq('id', id).match(was)
  if (dataOf(await changed.select('id')).length === 0) throw conflict
}
