import { adminClient } from '../supabase/admin-client'
import { serverVault } from '../vault/server-vault'
import { readinessOf, sharedReadiness } from './readiness'

/** Without the service key nothing can be asked. */
const UNASKED = {
  serviceKey: false,
  database: false,
  storage: false,
  migrations: false,
  secrets: false,
  writable: false,
}

/** The readiness of this server, checked at most once a second. */
export const ownReadiness = sharedReadiness(async () => {
  const admin = adminClient()
  return admin ? readinessOf(admin, process.env.SCHEMA_VERSION ?? '', serverVault) : UNASKED
})
