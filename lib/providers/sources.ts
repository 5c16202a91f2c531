import type { SupabaseClient } from '@supabase/supabase-js'
import { serverEnv } from '../server/server-env'
import { adminClient } from '../supabase/admin-client'
import { jsonOf, typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import type { CarrierProvider, EmergencyProvider } from './number-provider'
import type { NumberSources } from './number-service'
import { type KnownNumber, offlineEmergency } from './offline'

let provider: Promise<CarrierProvider> | undefined

/** The provider whose API key is set; one instance for all requests, so that they share its circuit breaker. */
function configuredProvider(): Promise<CarrierProvider> | undefined {
  const { TELNYX_API_KEY: apiKey, TELNYX_BASE_URL: baseURL } = serverEnv()
  if (!apiKey) return undefined
  provider ??= import('./telnyx').then(({ telnyxProvider }) => telnyxProvider({ apiKey, baseURL }))
  return provider
}

/** The provider that registers numbers for 911. */
export async function emergencyProvider(): Promise<EmergencyProvider> {
  return (await configuredProvider()) ?? offlineEmergency
}

/** Sources that answer a number request: the database with the caller's rights, the cache, and the provider. */
export async function numberSources(supabase: SupabaseClient<Database>): Promise<NumberSources> {
  return {
    provider: await configuredProvider(),
    async known(numbers) {
      const { data } = await supabase.rpc('known_numbers', { numbers: [...numbers] }).throwOnError()
      return typed<KnownNumber[]>(data)
    },
    async keep(answers) {
      if (answers.length === 0) return
      const rows = answers.map((one) => ({ ...one, answer: jsonOf(one.answer) }))
      const stored = await adminClient()
        ?.from('number_lookups')
        .upsert(rows, { onConflict: 'number,provider,kind' })
      // Without the cache the number is looked up again next time; this answer is still used.
      if (stored?.error) console.error('Number lookups could not be cached:', stored.error.message)
    },
  }
}
