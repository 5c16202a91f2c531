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
  /** Absent from an older app. */
  behind_nat?: boolean
  all_tenants: boolean
  /** The tenants assigned to it; ignored if it serves all. */
  tenant_ids: readonly string[]
}

/** The database's verdict on a switch's secret. */
export type Admission =
  /**
   * `installation`: which one this is, also when it refuses: one restored from a backup is the same. `versions`: snapshot versions of the
   * tenants it serves, by id, `versions_hash`: a hash of all of them, and `at`: the database's time, in seconds. `shared_version`: the part of each that
   * counts changes of shared data. `askedAt`: when the database was asked, by performance.now().
   */
  | {
      outcome: 'admitted'
      installation?: string
      switch: AskingSwitch
      versions: Record<string, number>
      versions_hash?: string
      at?: number
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

/**
 * All versions, of those held and the ones that have changed since; undefined unless they have the hash of all: tenants were exchanged or
 * are gone, or the database was restored.
 */
export function versionsWith(
  held: Admitted['versions'],
  changed: Admitted['versions'],
  hash: string | undefined,
): Admitted['versions'] | undefined {
  const versions = { ...held, ...changed }
  return hashOfVersions(versions) === hash ? versions : undefined
}

/** As `authenticate_switch` does: ids are of one length, so that lines are in the order of ids. */
export function hashOfVersions(versions: Admitted['versions']): string {
  const lines = Object.entries(versions).map(([id, version]) => `${id} ${version}`)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

type Asks = [address: string, name: string, digest: string]

interface Cached {
  at: number
  renewing: boolean
  admission: Promise<Admission>
  /** The admission once it has arrived. */
  arrived?: Admission
}

/** Checks switches' secrets in the database, with the service key, and caches admissions for a second, with or without versions. */
export function switchAdmissions(
  supabase: SupabaseClient<Database>,
  { clock = () => performance.now(), withVersions = true } = {},
) {
  const admissions = new Map<string, Cached>()

  /** Asks only for what has changed since the last answer. */
  async function admitted(asks: Asks, last?: Admission): Promise<Admission> {
    const askedAt = performance.now()
    const [address, switch_name, secret_sha256] = asks
    const held = last?.outcome === 'admitted' && last.at !== undefined ? last : undefined
    const { data } = await supabase
      .rpc('authenticate_switch', {
        address,
        switch_name,
        secret_sha256,
        with_versions: withVersions,
        since: held?.at,
      })
      .throwOnError()
    const admission = typed<Admission>(data)
    if (admission.outcome !== 'admitted') return admission
    const { versions_hash: hash } = admission
    const versions = held ? versionsWith(held.versions, admission.versions, hash) : admission.versions
    return versions ? { ...admission, versions, askedAt } : admitted(asks)
  }

  function keep(key: string, at: number, admission: Promise<Admission>): void {
    const cached: Cached = { at, renewing: false, admission }
    admission.then(
      (arrived) => (cached.arrived = arrived),
      () => undefined,
    )
    addBounded(admissions, key, cached, MOST_SWITCHES)
  }

  /** Replaces the cached admission once the answer arrives; an admission that is withdrawn or cannot be checked is dropped. */
  function renew(key: string, cached: Cached, asks: Asks): void {
    cached.renewing = true
    const at = clock()
    const admission = admitted(asks, cached.arrived)
    admission.then(
      ({ outcome }) => {
        if (admissions.get(key) !== cached) return
        if (outcome === 'admitted') keep(key, at, admission)
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
      const admission = admitted([address, name, digest], cached?.arrived)
      keep(key, clock(), admission)
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
