import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { type Admission, hashOfVersions, switchAdmissions } from '@/lib/switch/admission'

const ASKING = ['192.0.2.7', 'pbx-1', 'digest'] as const

/** Database responses that a test releases. */
let answers: ((admission: Admission) => void)[]
let since: unknown[]
let now: number
let admissions: ReturnType<typeof switchAdmissions>

const admitted = (version: number): Admission => ({
  outcome: 'admitted',
  switch: {
    id: 's',
    switch_name: 'pbx-1',
    address: '192.0.2.7',
    internal_profile_port: 5060,
    external_profile_port: 5080,
    all_tenants: true,
    tenant_ids: [],
  },
  versions: { t: version },
})
const ask = () => admissions.admit(...ASKING)
const answered = async (admission: Admission) => {
  answers.shift()?.(admission)
  await new Promise((turn) => setImmediate(turn))
}

beforeEach(async () => {
  answers = []
  since = []
  now = 0
  const rpc = (_name: string, asked: { since?: number }) => ({
    throwOnError: () => {
      since.push(asked.since)
      return new Promise((done) => answers.push((data) => done({ data })))
    },
  })
  admissions = switchAdmissions({ rpc } as unknown as SupabaseClient<Database>, { clock: () => now })
  const first = ask()
  await answered(admitted(1))
  expect(await first).toMatchObject(admitted(1))
})

describe('the database’s admission of a switch', () => {
  test('is cached for half a second', async () => {
    now = 499
    expect(await ask()).toMatchObject(admitted(1))
    expect(answers).toHaveLength(0)
  })

  test('is then refreshed once, while the cached answer still counts', async () => {
    now = 600
    expect(await ask()).toMatchObject(admitted(1))
    now = 999
    expect(await ask()).toMatchObject(admitted(1))
    expect(answers).toHaveLength(1)
    await answered(admitted(2))
    expect(await ask()).toMatchObject(admitted(2))
  })

  test('is never used for more than a second after it was requested', async () => {
    now = 600
    await ask()
    now = 1000
    const waiting = ask()
    expect(answers).toHaveLength(2)
    answers.reverse()
    await answered({ outcome: 'refused' })
    expect(await waiting).toEqual({ outcome: 'refused' })
  })

  test('is dropped when the secret is revoked, or when this server changed something', async () => {
    now = 600
    await ask()
    await answered({ outcome: 'refused' })
    const asked = ask()
    expect(answers).toHaveLength(1)
    await answered(admitted(3))
    expect(await asked).toMatchObject(admitted(3))
    admissions.forget()
    void ask()
    expect(answers).toHaveLength(1)
  })

  test('brings only versions that have changed since the last one, and all where those are not complete', async () => {
    const answer = (at: number, versions: Record<string, number>, all: Record<string, number>) =>
      answered({ ...admitted(0), at, versions, versions_hash: hashOfVersions(all) } as Admission)
    const later = async () => {
      now += 1000
      return ask()
    }
    const asks = [later()]
    await answer(10, { t: 1, u: 1 }, { t: 1, u: 1 })
    asks.push(later())
    await answer(20, { u: 4 }, { t: 1, u: 4 })
    asks.push(later())
    // A tenant is gone.
    await answer(30, {}, { u: 4 })
    await answer(30, { u: 4 }, { u: 4 })
    asks.push(later())
    // It was exchanged for one of the same version.
    await answer(40, {}, { w: 4 })
    await answer(40, { w: 4 }, { w: 4 })
    const versions = (await Promise.all(asks)).map((each) => each.outcome === 'admitted' && each.versions)
    expect(versions).toEqual([{ t: 1, u: 1 }, { t: 1, u: 4 }, { u: 4 }, { w: 4 }])
    expect(since).toEqual([undefined, undefined, 10, 20, undefined, 30, undefined])
  })
})
