import { expect, test } from 'vitest'
import { FACTORIES } from '../support/factories'
import type { TableName } from '../support/factories/row'
import { functionsOfTriggers } from '../support/function-calls'
import { ownerClient } from '../support/owner-client'
import { deedsOf } from '../support/row-changes'
import { tenantProbes } from '../support/tenant-probes'
import { TENANT_CHECKS } from './support/database-survivors'
import { tenantMutants } from './support/tenant-mutants'
import { unnoticed } from './support/unnoticed'

const client = ownerClient()

test('a call on one tenant’s page, or what is done with its rows, comes out otherwise without a check of the tenant', async () => {
  const probes = await tenantProbes(client())
  const deeds = await deedsOf(Object.keys(FACTORIES) as TableName[])
  const follows = await functionsOfTriggers(client())
  const mutants = await tenantMutants(client())
  const asked = mutants.filter(({ name }) => !(name in TENANT_CHECKS))
  const missed = await unnoticed(client(), asked, ({ of }) => [
    ...probes.filter(({ runs }) => runs.includes(of)),
    ...deeds.filter(({ table }) => follows.get(table)?.includes(of)),
  ])
  console.log(
    `${mutants.length} checks of the tenant: ${asked.length - missed.length} noticed by calls and deeds`,
  )
  expect(missed).toEqual([])
  const names = mutants.map(({ name }) => name)
  expect(Object.keys(TENANT_CHECKS).filter((name) => !names.includes(name))).toEqual([])
})
