import type { SupabaseClient } from '@supabase/supabase-js'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import type { PhoneConfiguration } from '../telephony/provisioning/configuration'

/** The database's verdict on credentials. */
export type Admission =
  | { outcome: 'admitted'; tenant_id: string; tenant_status: string; time_zone: string }
  /** `tenant_id` is null when no tenant has that account. */
  | { outcome: 'refused'; tenant_id: string | null }
  | { outcome: 'wait'; wait_seconds: number }

/** A phone's configuration with its secrets. */
export type StoredPhone = PhoneConfiguration & { enabled: boolean }

/** A request to record; `mac` is the requested phone, if the file belongs to one. */
export interface ProvisioningNote {
  tenant: string
  mac: string | null
  address: string
  agent: string
  file: string
  status: number
  bytes: number
}

/** Database operations of the provisioning server. */
export interface ProvisioningStore {
  admit: (address: string, account: string, passwordDigest: string) => Promise<Admission>
  /** `url` is where phones find their files. */
  configuration: (tenant: string, mac: string, url: string) => Promise<StoredPhone | null>
  note: (note: ProvisioningNote) => Promise<void>
}

/** The store over a client with the service key. Each method throws when the database fails. */
export function provisioningStore(supabase: SupabaseClient<Database>): ProvisioningStore {
  return {
    async admit(address, account, passwordDigest) {
      const { data } = await supabase
        .rpc('provisioning_admit', { address, account, password_digest: passwordDigest })
        .throwOnError()
      return typed<Admission>(data)
    },
    async configuration(tenant, mac, url) {
      const { data } = await supabase.rpc('provisioning_configuration', { tenant, mac }).throwOnError()
      const phone = typed<StoredPhone | null>(data)
      return phone && { ...phone, provisioning: phone.provisioning && { ...phone.provisioning, url } }
    },
    async note({ mac, ...note }) {
      await supabase.rpc('note_provisioning', { ...note, mac: mac ?? '' }).throwOnError()
    },
  }
}
