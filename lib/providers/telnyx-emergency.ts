import type Telnyx from 'telnyx'
import type { EmergencyAnswer, EmergencyPlace, EmergencyProvider } from './number-provider'

type Ask = <Answer>(call: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer>

interface Held {
  id: string
  addressId: string | null
  status: string | undefined
}

const STATES: Partial<Record<string, EmergencyAnswer['state']>> = {
  active: 'confirmed',
  provisioning: 'submitted',
  'provisioning-failed': 'rejected',
  deprovisioning: 'none',
  disabled: 'none',
}

/**
 * Emergency calling for numbers in our Telnyx account: validates the address (POST /v2/addresses/actions/validate), creates it
 * once (POST /v2/addresses; immutable there, found again by customer_reference), then assigns it to the number with POST
 * /v2/phone_numbers/{id}/actions/enable_emergency. `emergency_status` tells the progress. Numbers outside the account are
 * registered by hand with their carrier.
 */
export function telnyxEmergency(client: Telnyx, ask: Ask): Omit<EmergencyProvider, 'title'> {
  async function held(number: string): Promise<Held | null> {
    // The filter matches only digits.
    const filter = { phone_number: number.replace(/\D/g, '') }
    const { data } = await ask((signal) => client.phoneNumbers.list({ filter }, { signal }))
    const found = data.find(({ phone_number }) => phone_number === number)
    if (!found?.id) return null
    return { id: found.id, addressId: found.emergency_address_id ?? null, status: found.emergency_status }
  }

  async function addressOf(place: EmergencyPlace): Promise<{ id: string } | { refused: string }> {
    const customer_reference = `e911 ${place.id} ${place.version}`
    const filter = { customer_reference: { eq: customer_reference } }
    const known = await ask((signal) => client.addresses.list({ filter }, { signal }))
    const id = known.data.find((one) => one.customer_reference === customer_reference)?.id
    if (id) return { id }
    const location = {
      street_address: place.street,
      extended_address: place.unit || undefined,
      locality: place.city,
      administrative_area: place.state,
      postal_code: place.postal_code,
      country_code: place.country,
    }
    const { data: verdict } = await ask((signal) => client.addresses.actions.validate(location, { signal }))
    if (verdict?.result === 'invalid') {
      const reasons = (verdict.errors ?? []).map(({ title, description }) => description || title)
      return { refused: reasons.join(' ') || 'Telnyx did not find this address.' }
    }
    const { data: made } = await ask((signal) =>
      client.addresses.create(
        { ...location, business_name: place.name, first_name: '', last_name: '', customer_reference },
        { signal },
      ),
    )
    if (!made?.id) throw new Error('Telnyx did not create the address.')
    return { id: made.id }
  }

  function answer(status: string | undefined, addressId: string | null): EmergencyAnswer {
    const state = STATES[status ?? ''] ?? 'none'
    const reason = state === 'rejected' ? 'Telnyx could not set up emergency calling for this number.' : ''
    return { state, reason, reference: addressId ?? '' }
  }

  async function enable(id: string, emergency_address_id: string, emergency_enabled: boolean) {
    const { data } = await ask((signal) =>
      client.phoneNumbers.actions.enableEmergency(
        id,
        { emergency_address_id, emergency_enabled },
        { signal },
      ),
    )
    return data?.emergency
  }

  return {
    async registerEmergency(number, place) {
      const own = await held(number)
      if (!own) return null
      const address = await addressOf(place)
      if ('refused' in address) return { state: 'rejected', reason: address.refused, reference: '' }
      const set = await enable(own.id, address.id, true)
      // Until the new address is assigned to the number, the status may still describe the old one.
      const settled =
        set?.emergency_address_id === address.id ? STATES[set.emergency_status ?? ''] : undefined
      return settled === 'confirmed' || settled === 'rejected'
        ? answer(set?.emergency_status, address.id)
        : answer('provisioning', address.id)
    },
    async emergencyAnswer(number) {
      const own = await held(number)
      return own && answer(own.status, own.addressId)
    },
    async endEmergency(number) {
      const own = await held(number)
      if (!own) return null
      if (own.addressId && STATES[own.status ?? ''] !== 'none') await enable(own.id, own.addressId, false)
      return answer('disabled', null)
    },
  }
}
