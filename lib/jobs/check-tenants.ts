import type { SupabaseClient } from '@supabase/supabase-js'
import { jsonOf } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { bySeverity, problemsInTurns } from '../telephony/routing/problems'
import { registrationProblems } from '../telephony/routing/problems/registrations'
import { listExpectations } from '../telephony/simulator/expectation-client'
import { expectationProblems } from '../telephony/simulator/expectation-problems'
import { fetchSnapshot } from '../tenants/snapshot-client'

/** How many tenants are claimed at once, so that those changed meanwhile and other servers have their turn. */
const AT_ONCE = 25

/** Tenants whose last check by this server failed. */
const failing = new Set<string>()

/**
 * Checks the configuration, the registrations and the expectations of tenants that have changed or were last checked a day ago, and stores
 * the result, until none is left. A tenant whose check fails is due again after a minute and does not hold up the others it was claimed
 * with; it is logged when its checks begin to fail, and when they work again. After a failure, and once `stopping` is aborted, the
 * remaining ones are left for later.
 */
export async function checkTenants(admin: SupabaseClient<Database>, stopping: AbortSignal): Promise<void> {
  let goesOn = true
  while (goesOn && !stopping.aborted) {
    const { data: due } = await admin.rpc('claim_checks', { how_many: AT_ONCE }).throwOnError()
    goesOn = due.length === AT_ONCE
    for (const tenant of due) {
      if (stopping.aborted) break
      try {
        await checkTenant(admin, tenant)
        if (failing.delete(tenant)) console.warn(`The server can check tenant ${tenant} again.`)
      } catch (error) {
        goesOn = false
        if (!failing.has(tenant))
          console.error(`The server could not check tenant ${tenant} and keeps trying:`, error)
        failing.add(tenant)
      }
    }
  }
}

async function checkTenant(admin: SupabaseClient<Database>, tenant: string): Promise<void> {
  const snapshot = await fetchSnapshot(admin, tenant)
  if (!snapshot) return
  const now = Date.now()
  const expectations = await listExpectations(admin, tenant)
  const found = await problemsInTurns(snapshot, now)
  const { data: neverRegistered } = await admin.rpc('never_registered', { tenant }).throwOnError()
  const problems = bySeverity([
    ...found,
    ...registrationProblems(snapshot, neverRegistered, now),
    ...expectationProblems(snapshot, expectations, now),
  ])
  const outcome = { tenant_id: tenant, snapshot_version: snapshot.version, problems }
  await admin.rpc('store_check', { outcome: jsonOf(outcome) }).throwOnError()
}
