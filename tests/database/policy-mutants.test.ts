import { expect, test } from 'vitest'
import { answered, isCaught } from '../mutants/support/mutation'
import { policyMutants } from '../mutants/support/policy-mutants'
import { SURVIVORS } from '../mutants/support/survivors'
import { rightsSession } from '../support/permission-session'

const session = rightsSession()
/** `npm run mutate:policies` runs all of them. */
const EVERY = 40

test('a sample of weakened policies is detected', async () => {
  const { client, actors, probes } = session()
  const mutants = (await policyMutants(client))
    .filter(({ name }) => !(name in SURVIVORS))
    .filter((_, at) => at % EVERY === 0)
  const tables = new Set(mutants.map(({ table, operation }) => `${table} ${operation}`))
  const concerned = probes.filter(({ table, operation }) => tables.has(`${table} ${operation}`))
  const before = await answered(client, concerned, actors)
  const missed: string[] = []
  for (const mutant of mutants) {
    if (!(await isCaught(client, mutant, before, actors))) missed.push(mutant.name)
  }
  expect(mutants.length).toBeGreaterThan(40)
  expect(missed).toEqual([])
})
