import { expect, test } from 'vitest'
import { FACTORIES } from '../support/factories'
import type { TableName } from '../support/factories/row'
import { ownerClient } from '../support/owner-client'
import { deedsOf } from '../support/row-changes'
import { TRIGGERS } from './support/database-survivors'
import { declaredMutants, triggerMutants } from './support/trigger-mutants'
import { unnoticed } from './support/unnoticed'

const client = ownerClient()

test('what is done with a row comes out otherwise without a trigger that is written out', async () => {
  const declared = await declaredMutants(client())
  const all = await triggerMutants(client())
  const written = all.filter(({ name }) => !declared.has(name))
  const asked = written.filter(({ name }) => !(name in TRIGGERS))
  const tables = new Set(asked.map(({ table }) => table))
  const deeds = await deedsOf(
    (Object.keys(FACTORIES) as TableName[]).filter((name) => tables.has(`public.${name}`)),
  )
  const missed = await unnoticed(client(), asked, ({ table }) => deeds.filter((deed) => deed.table === table))
  console.log(
    `${all.length} triggers: ${all.length - written.length} declared, ${asked.length - missed.length} noticed by what is done, ${written.length - asked.length} by tests of their own`,
  )
  expect(missed).toEqual([])
  const names = written.map(({ name }) => name)
  expect(Object.keys(TRIGGERS).filter((name) => !names.includes(name))).toEqual([])
})
