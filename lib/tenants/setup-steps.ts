import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database } from '../supabase/database.types'

type Steps = Database['public']['Functions']['tenant_setup_steps']['Returns'][number]

/** A step of a tenant's setup, with the tenant page where it is done, or where it shows. */
export interface SetupStep {
  name: keyof Steps
  label: string
  path: string
}

/** The steps before a new tenant's people can call, in order. */
export const SETUP_STEPS: readonly SetupStep[] = [
  { name: 'numbers', label: 'Give it a number', path: 'dids/inbound' },
  { name: 'emergency', label: 'Confirm a 911 address', path: 'settings#emergency' },
  { name: 'extensions', label: 'Add extensions', path: 'extensions' },
  { name: 'phones', label: 'Connect a phone', path: 'devices' },
  { name: 'routing', label: 'Route a number', path: 'dids/inbound' },
  // The page Test a call rings no phone: the step is done once a call is recorded.
  { name: 'call', label: 'Make a test call from a phone', path: 'cdr' },
]

/** Which steps of a tenant's setup are done; null if the caller may not see the tenant. */
export async function setupSteps(supabase: Supabase, tenantId: string): Promise<Steps | null> {
  const [steps] = dataOf(await supabase.rpc('tenant_setup_steps', { tenant: tenantId }))
  return steps ?? null
}
