import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Schedule, ScheduleRule } from './schedule'

/** A destination for calls. `number` as in DestinationRecord. */
export interface RoutingDestination {
  id: string
  kind: string
  /** null if it is not a record: an outside number, hanging up. */
  record_id: string | null
  number: string
  name: string
  enabled: boolean
}

export interface RoutingTimeCondition extends Schedule<ScheduleRule & { id: string }> {
  id: string
  name: string
  number: string
  enabled: boolean
}

export interface RoutingIvrOption {
  id: string
  digits: string
  destination_id: string
  description: string
  enabled: boolean
}

export interface RoutingIvrMenu {
  id: string
  name: string
  number: string
  enabled: boolean
  timeout_ms: number
  inter_digit_timeout_ms: number
  max_failures: number
  max_timeouts: number
  digit_length: number
  direct_dial: boolean
  caller_id_name_prefix: string
  /** After too many failures or timeouts; null hangs up. */
  exit_destination_id: string | null
  /** In order. */
  options: readonly RoutingIvrOption[]
}

/** A tenant's routing as the database function tenant_routing returns it. */
export interface TenantRouting {
  /** The tenant's time zone, an IANA name. */
  zone: string
  destinations: readonly RoutingDestination[]
  time_conditions: readonly RoutingTimeCondition[]
  ivr_menus: readonly RoutingIvrMenu[]
}

/** A tenant's routing; null when it does not exist or the user may not see it. */
export async function loadRouting(supabase: Supabase, tenantId: string): Promise<TenantRouting | null> {
  return dataOf(await supabase.rpc('tenant_routing', { tenant: tenantId })) as TenantRouting | null
}
