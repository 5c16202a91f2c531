import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import { calledNumber, dialedDigits } from '../telephony/dialed-number'
import { indexOf } from '../telephony/routing/snapshot-index'
import { readStored } from '../vault/seal-secrets'
import type { Vault } from '../vault/vault'
import { switchAdmissions } from './admission'
import type { Effect } from './dialplan'
import { agentStatus } from './feature'
import { KnownTenants } from './known-tenants'
import type { SwitchStore, TenantState } from './switch-store'

/** Data access for answering switches, with the service key and the vault. Each method throws if the database fails. */
export function switchStore(supabase: SupabaseClient<Database>, vault: () => Vault): SwitchStore {
  const admissions = switchAdmissions(supabase)
  const tenants = new KnownTenants(supabase, vault)

  return {
    admit: admissions.admit,

    tenantOf: (admitted, by) => tenants.find(admitted, by),

    async change(state, dialer, effect, pin) {
      const tenant = state.snapshot.tenant.id
      const asks = () => {
        switch (effect.does) {
          case 'switch a flow':
            return supabase.rpc('dial_flow', {
              tenant,
              dialer,
              flow: effect.flowId,
              to_state: effect.to,
              proofs: vault().proofs(pin ?? '', { owner: effect.flowId, field: 'pin' }),
            })
          case 'sign in':
          case 'break':
            return supabase.rpc('dial_agent', { tenant, dialer, status: agentStatus(effect) })
          default:
            return supabase.rpc('dial_feature', { tenant, dialer, ...featureOf(state, effect) })
        }
      }
      const { data } = await asks().throwOnError()
      // The next request of any switch sees the change.
      admissions.forget()
      return data === 'done'
    },

    async noted({ snapshot }, question, xml) {
      const { data } = await supabase
        .rpc('remember_dialed_answer', { tenant: snapshot.tenant.id, question, answer: xml ?? undefined })
        .throwOnError()
      return data ?? undefined
    },

    async isPin({ snapshot }, dialer, record, pin) {
      const { data } = await supabase
        .rpc('check_pin', {
          tenant: snapshot.tenant.id,
          dialer,
          record,
          proofs: vault().proofs(pin, { owner: record, field: 'pin' }),
        })
        .throwOnError()
      return data === 'done'
    },

    async roleIn({ snapshot }, { caller, outside }, room, pin) {
      const { data } = await supabase
        .rpc('join_room', {
          tenant: snapshot.tenant.id,
          room,
          caller,
          outside,
          proofs: vault().proofs(pin, { owner: room, field: 'pin' }),
          moderator_proofs: vault().proofs(pin, { owner: room, field: 'moderator_pin' }),
        })
        .throwOnError()
      return data === 'moderator' || data === 'participant' ? data : null
    },

    async gateways() {
      const [rows, passwords] = await Promise.all([
        supabase.from('gateways').select().order('name').throwOnError(),
        supabase.rpc('gateway_passwords').throwOnError(),
      ])
      const secrets = passwords.data.map(({ gateway_id: owner, sealed }) => ({
        owner,
        field: 'password',
        sealed,
      }))
      const opened = await readStored(supabase, vault(), secrets)
      const known = new Map(secrets.map(({ owner }, at) => [owner, opened[at]]))
      return rows.data.map((gateway) => ({ ...gateway, password: known.get(gateway.id) ?? null }))
    },

    async countHit({ snapshot }, rule) {
      await supabase.rpc('count_block_hit', { tenant: snapshot.tenant.id, rule }).throwOnError()
    },

    async notifyEmergency({ snapshot }, data) {
      await supabase.rpc('notify_emergency_call', { tenant: snapshot.tenant.id, data }).throwOnError()
    },
  }
}

/**
 * A change as the database function takes it; digits dialed after the forwarding code are an internal number, otherwise an outside
 * one.
 */
function featureOf(
  { snapshot }: TenantState,
  effect: Exclude<Effect, { does: 'switch a flow' | 'sign in' | 'break' }>,
) {
  if (effect.does === 'do not disturb') return { feature: 'do_not_disturb', turn_on: effect.enabled }
  if (effect.does === 'follow me') return { feature: 'follow_me', turn_on: effect.enabled }
  const index = indexOf(snapshot)
  const digits = effect.to === null ? undefined : dialedDigits(effect.to)
  const target =
    digits === undefined || index.internal(digits)
      ? digits
      : calledNumber(digits, index.setting('area_code').value ?? undefined)
  return {
    feature: 'call_forward',
    turn_on: effect.enabled,
    target: effect.to === null ? undefined : (target ?? ''),
  }
}
