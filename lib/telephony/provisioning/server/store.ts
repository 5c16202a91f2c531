import type { SupabaseClient } from '@supabase/supabase-js'
import { typed } from '../../../supabase/answer'
import type { Database } from '../../../supabase/database.types'
import { readStored, withGeneratedSecrets } from '../../../vault/seal-secrets'
import type { Vault } from '../../../vault/vault'
import type { PhoneConfiguration } from '../configuration'

/** The database's verdict on credentials. */
export type Admission =
  | { outcome: 'admitted'; tenant_id: string; tenant_status: string; time_zone: string }
  /** `tenant_id` is null when no tenant has that account. */
  | { outcome: 'refused'; tenant_id: string | null }
  | { outcome: 'wait'; wait_seconds: number }

/** A phone's configuration with its secrets; `was_served`: whether it has ever got its file. */
export type StoredPhone = PhoneConfiguration & { enabled: boolean; was_served: boolean }

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

/**
 * A phone that requested a file and did not get it; `account` is the tenant whose account it used, null for none or a wrong password,
 * `account_name` the user name that it sent.
 */
export interface UnknownPhone {
  phone: string
  address: string
  agent: string
  account: string | null
  file: string
  account_name: string | null
  status: number
}

/** Database operations of the provisioning server. */
export interface ProvisioningStore {
  admit: (address: string, account: string, password: string) => Promise<Admission>
  /** `url` is where phones find their files. */
  configuration: (tenant: string, mac: string, url: string) => Promise<StoredPhone | null>
  note: (note: ProvisioningNote) => Promise<void>
  /** Records an unknown phone; for a device of any tenant, that it did not send that tenant's account. */
  noteUnknown: (phone: UnknownPhone) => Promise<void>
}

/** A secret from the database; `sealed` is null if it has yet to be generated. */
interface Sealed {
  owner: string
  field: string
  sealed: string | null
}
type SealedPhone = Omit<StoredPhone, 'admin_password' | 'provisioning' | 'lines'> & {
  admin_password: Sealed | null
  provisioning: Omit<NonNullable<StoredPhone['provisioning']>, 'password'> & { password: Sealed | null }
  lines: (Omit<StoredPhone['lines'][number], 'password'> & { password: Sealed | null })[]
}

const secretsOf = ({ admin_password, provisioning, lines }: SealedPhone): Sealed[] =>
  [admin_password, provisioning.password, ...lines.map(({ password }) => password)].filter(
    (one) => one !== null,
  )

/** The store over a client with the service key and the vault that opens secrets. Each method throws when the database fails. */
export function provisioningStore(supabase: SupabaseClient<Database>, vault: Vault): ProvisioningStore {
  return {
    async admit(address, account, password) {
      const proofs = vault.proofs(password, { owner: '', field: 'provisioning_password' })
      const { data } = await supabase
        .rpc('authenticate_provisioning', { address, account, proofs })
        .throwOnError()
      return typed<Admission>(data)
    },
    async configuration(tenant, mac, url) {
      async function ask(): Promise<SealedPhone | null> {
        const { data } = await supabase.rpc('provisioning_configuration', { tenant, mac }).throwOnError()
        return typed<SealedPhone | null>(data)
      }
      const phone = await withGeneratedSecrets(supabase, vault, tenant, ask, (found) =>
        found ? secretsOf(found) : [],
      )
      if (!phone) return null
      const secrets = secretsOf(phone)
      const opened = await readStored(supabase, vault, secrets)
      const open = (secret: Sealed | null) => (secret && opened[secrets.indexOf(secret)]) ?? null
      return {
        ...phone,
        admin_password: open(phone.admin_password),
        provisioning: { ...phone.provisioning, url, password: open(phone.provisioning.password) ?? '' },
        lines: phone.lines.map((line) => ({ ...line, password: open(line.password) })),
      }
    },
    async note({ mac, ...note }) {
      await supabase.rpc('log_provisioning', { ...note, mac: mac ?? '' }).throwOnError()
    },
    async noteUnknown({ account, account_name, ...phone }) {
      const sent = { account: account ?? undefined, account_name: account_name ?? undefined }
      await supabase.rpc('record_unknown_phone', { ...phone, ...sent }).throwOnError()
    },
  }
}
