import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { basicCredentials } from '../api/basic-credentials'
import { ApiFailure, tooOften } from '../api/failure'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { keep } from './keep'

/** How long an answer of the database counts: a saved change governs calls after at most this. */
const FRESH_MS = 1000
/** From this age on the next answer is asked for while the one at hand still counts, so that no question waits for it. */
const RENEW_MS = 500
const MOST_SWITCHES = 200

/** The switch that asks, as the database knows it. */
export interface AskingSwitch {
  id: string
  switch_name: string
  address: string
  internal_profile_port: number
  external_profile_port: number
  all_tenants: boolean
  /** The tenants chosen for it, which count unless it serves all. */
  tenant_ids: readonly string[]
}

/** The database's verdict on a switch's secret. */
export type Admission =
  /** `versions`: the snapshots' versions of the tenants that it serves, by their ids. */
  | { outcome: 'admitted'; switch: AskingSwitch; versions: Record<string, number> }
  | { outcome: 'refused' }
  | { outcome: 'wait'; wait_seconds: number }

export type Admitted = Extract<Admission, { outcome: 'admitted' }>

/** Throws ApiFailure 429 while the address must wait after wrong secrets, 401 for a wrong one, and for none. */
export function requireAdmitted<Given extends Admission>(
  admission: Given | undefined,
): Extract<Given, { outcome: 'admitted' }> {
  if (admission?.outcome === 'wait')
    throw tooOften(admission.wait_seconds, 'Too many wrong secrets. Try again later.')
  if (admission?.outcome === 'admitted') return admission as Extract<Given, { outcome: 'admitted' }>
  throw new ApiFailure(401, 'Sign in with the switch’s name and secret.', {
    headers: { 'WWW-Authenticate': 'Basic realm="Switch", charset="UTF-8"' },
  })
}

interface Kept {
  at: number
  renewing: boolean
  admission: Promise<Admission>
}

/** Asks the database about a switch's secret, over a client with the service key, and keeps what it admits for a second. */
export function switchAdmissions(supabase: SupabaseClient<Database>, clock = Date.now) {
  const admissions = new Map<string, Kept>()

  async function admitted(address: string, name: string, digest: string): Promise<Admission> {
    const { data } = await supabase
      .rpc('switch_admit', { address, switch_name: name, secret_sha256: digest })
      .throwOnError()
    return typed<Admission>(data)
  }

  /** Takes the place of what is kept once it has come; what is no longer admitted, or cannot be asked, is forgotten. */
  function renew(key: string, kept: Kept, asks: [address: string, name: string, digest: string]): void {
    kept.renewing = true
    const at = clock()
    const admission = admitted(...asks)
    admission.then(
      ({ outcome }) => {
        if (admissions.get(key) !== kept) return
        if (outcome === 'admitted') keep(admissions, key, { at, renewing: false, admission }, MOST_SWITCHES)
        else admissions.delete(key)
      },
      () => admissions.get(key) === kept && admissions.delete(key),
    )
  }

  return {
    async admit(address: string, name: string, digest: string): Promise<Admission> {
      const key = JSON.stringify([address, name, digest])
      const kept = admissions.get(key)
      const age = kept ? clock() - kept.at : Number.POSITIVE_INFINITY
      if (kept && age < FRESH_MS) {
        if (age >= RENEW_MS && !kept.renewing) renew(key, kept, [address, name, digest])
        return kept.admission
      }
      const admission = admitted(address, name, digest)
      keep(admissions, key, { at: clock(), renewing: false, admission }, MOST_SWITCHES)
      // Wrong secrets are counted each time, and nobody fills the memory with them.
      const forget = () => admissions.delete(key)
      admission.then(({ outcome }) => outcome === 'admitted' || forget(), forget)
      return admission
    },

    /** After a change of what is known: the next question of any switch sees it. */
    forget: () => admissions.clear(),
  }
}

/** The switch's name and the SHA-256 of its secret from an Authorization header. */
export function credentialsOf(header: string | undefined): { name: string; digest: string } | undefined {
  const { name = '', secret = '' } = basicCredentials(header) ?? {}
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || secret === '') return undefined
  return { name, digest: createHash('sha256').update(secret).digest('hex') }
}
