import { expect, test } from 'vitest'
import { TENANT_CHECKS, TRIGGERS } from '../mutants/support/database-survivors'
import { tenantMutants } from '../mutants/support/tenant-mutants'
import { triggerMutants } from '../mutants/support/trigger-mutants'
import { unnoticed } from '../mutants/support/unnoticed'
import { ownerClient } from '../support/owner-client'
import { deedsOf } from '../support/row-changes'
import { tenantProbes } from '../support/tenant-probes'

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
