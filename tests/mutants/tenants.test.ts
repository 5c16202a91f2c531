import { expect, test } from 'vitest'
import { unnoticed } from '../support/caught'
import { ownerClient } from '../support/owner-client'
import { tenantMutants } from '../support/tenant-mutants'
import { tenantProbes } from '../support/tenant-probes'
import { TENANT_CHECKS } from './database-survivors'

const client = ownerClient()

test('a call on one tenant’s page comes out otherwise without a check of the tenant', async () => {
  const probes = await tenantProbes(client())
  const mutants = await tenantMutants(client())
  const missed = await unnoticed(client(), mutants, ({ of }) =>
    probes.filter(({ runs }) => runs.includes(of)),
  )
  console.log(`${mutants.length} checks of the tenant: ${mutants.length - missed.length} noticed by calls`)
  expect(missed.filter((name) => !(name in TENANT_CHECKS))).toEqual([])
  expect(Object.keys(TENANT_CHECKS).filter((name) => !missed.includes(name))).toEqual([])
})
