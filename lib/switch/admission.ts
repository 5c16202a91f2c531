import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { addBounded } from '../add-bounded'
import { basicCredentials } from '../api/basic-credentials'
import { ApiFailure, tooManyRequests } from '../api/failure'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { INSTALLATION } from './agent/installation'

/** How long an answer from the database is used: a saved change takes effect within this time. */
const FRESH_MS = 1000
/** Age at which a refresh starts in the background, so that requests do not wait for it. */
const RENEW_MS = 500
const MOST_SWITCHES = 200

/** The requesting switch, as stored in the database. */
export interface AskingSwitch {
  id: string
  switch_name: string
  address: string
  internal_profile_port: number
  external_profile_port: number
  all_tenants: boolean
  /** The tenants assigned to it; ignored if it serves all. */
  tenant_ids: readonly string[]
}

/** The database's verdict on a switch's secret. */
export type Admission =
  /**
   * `installation`: which one this is, also when it refuses: one restored from a backup is the same. `versions`: snapshot versions of the tenants it serves, by id. `shared_version`: the part of each that counts changes of shared data.
   * `askedAt`: when the database was asked, by performance.now().
   */
  | {
      outcome: 'admitted'
      installation?: string
      switch: AskingSwitch
      versions: Record<string, number>
      shared_version?: number
      askedAt?: number
    }
  | { outcome: 'refused'; installation?: string }
  | { outcome: 'wait'; wait_seconds: number }

export type Admitted = Extract<Admission, { outcome: 'admitted' }>

/** Throws ApiFailure 429 while the address is throttled after wrong secrets, and 401 for a wrong or missing secret. */
export function requireAdmitted<Given extends Admission>(
  admission: Given | undefined,
): Extract<Given, { outcome: 'admitted' }> {
  if (admission?.outcome === 'wait')
    throw tooManyRequests(admission.wait_seconds, 'Too many wrong secrets. Try again later.')
  if (admission?.outcome === 'admitted') return admission as Extract<Given, { outcome: 'admitted' }>
  throw new ApiFailure(401, 'Sign in with the switch’s name and secret.', {
    headers: {
      'WWW-Authenticate': 'Basic realm="Switch", charset="UTF-8"',
      ...(admission?.installation && { [INSTALLATION]: admission.installation }),
    },
  })
}

interface Cached {
  at: number
  renewing: boolean
  admission: Promise<Admission>
}

/** Checks switches' secrets in the database, with the service key, and caches admissions for a second. */
export function switchAdmissions(supabase: SupabaseClient<Database>, clock = () => performance.now()) {
  const admissions = new Map<string, Cached>()

  async function admitted(address: string, name: string, digest: string): Promise<Admission> {
    const askedAt = performance.now()
    const { data } = await supabase
      .rpc('authenticate_switch', { address, switch_name: name, secret_sha256: digest })
      .throwOnError()
    const admission = typed<Admission>(data)
    return admission.outcome === 'admitted' ? { ...admission, askedAt } : admission
  }

  /** Replaces the cached admission once the answer arrives; an admission that is withdrawn or cannot be checked is dropped. */
  function renew(key: string, cached: Cached, asks: [address: string, name: string, digest: string]): void {
    cached.renewing = true
    const at = clock()
    const admission = admitted(...asks)
    admission.then(
      ({ outcome }) => {
        if (admissions.get(key) !== cached) return
        if (outcome === 'admitted')
          addBounded(admissions, key, { at, renewing: false, admission }, MOST_SWITCHES)
        else admissions.delete(key)
      },
      () => admissions.get(key) === cached && admissions.delete(key),
    )
  }

  return {
    async admit(address: string, name: string, digest: string): Promise<Admission> {
      const key = JSON.stringify([address, name, digest])
      const cached = admissions.get(key)
      const age = cached ? clock() - cached.at : Number.POSITIVE_INFINITY
      if (cached && age < FRESH_MS) {
        if (age >= RENEW_MS && !cached.renewing) renew(key, cached, [address, name, digest])
        return cached.admission
      }
      const admission = admitted(address, name, digest)
      addBounded(admissions, key, { at: clock(), renewing: false, admission }, MOST_SWITCHES)
      // Refusals are not cached: wrong secrets must be counted each time, and must not fill the memory.
      const forget = () => admissions.delete(key)
      admission.then(({ outcome }) => outcome === 'admitted' || forget(), forget)
      return admission
    },

    /** Called after a change made here, so that the next request of any switch sees it. */
    forget: () => admissions.clear(),
  }
}

/** The switch's name and the SHA-256 of its secret from an Authorization header. */
export function credentialsOf(header: string | undefined): { name: string; digest: string } | undefined {
  const { name = '', secret = '' } = basicCredentials(header) ?? {}
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) || secret === '') return undefined
  return { name, digest: createHash('sha256').update(secret).digest('hex') }
}
