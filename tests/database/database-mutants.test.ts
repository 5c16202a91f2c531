import { expect, test } from 'vitest'
import { TENANT_CHECKS, TRIGGERS } from '../mutants/database-survivors'
import { ownerClient } from '../support/owner-client'
import { deedsOf } from '../support/row-changes'
import { unnoticed } from '../support/surviving-mutants'
import { tenantMutants } from '../support/tenant-mutants'
import { tenantProbes } from '../support/tenant-probes'
import { triggerMutants } from '../support/trigger-mutants'

const client = ownerClient()

/** `npm run mutate:database` runs all of them. */
const TABLES = ['notes', 'park_lots'] as const
const FUNCTIONS = [
  'public.tenant_overview',
  'public.tenant_figures',
  'public.emergency_readiness',
  'public.set_line_transport',
]

test('a sample of dropped triggers is detected', async () => {
  const deeds = await deedsOf(TABLES)
  const tables = new Set(deeds.map(({ table }) => table))
  const mutants = (await triggerMutants(client())).filter(
    ({ table, name }) =>
      tables.has(table) && !(name in TRIGGERS) && !/guard_(?:new|tenant_id|suspended_tenant)$/.test(name),
  )
  expect(mutants.length).toBeGreaterThan(8)
  expect(
    await unnoticed(client(), mutants, ({ table }) => deeds.filter((deed) => deed.table === table)),
  ).toEqual([])
})

test('a sample of dropped tenant checks is detected', async () => {
  const probes = await tenantProbes(client(), (name) => FUNCTIONS.includes(`public.${name}`))
  const mutants = (await tenantMutants(client())).filter(
    ({ of, name }) => FUNCTIONS.includes(of) && !(name in TENANT_CHECKS),
  )
  expect(mutants.length).toBeGreaterThan(8)
  expect(
    await unnoticed(client(), mutants, ({ of }) => probes.filter(({ runs }) => runs.includes(of))),
  ).toEqual([])
})
