import { expect, test } from 'vitest'
import { functionMutants } from '../support/function-mutants'
import { answered, isCaught } from '../support/mutation'
import { policyMutants } from '../support/policy-mutants'
import { rightsSession } from '../support/rights-session'
import { SURVIVORS } from './survivors'

const session = rightsSession()

test('what the rights say fails with nearly every policy or check that is changed', async () => {
  const { client, actors, probes, functions } = session()
  const before = [...(await answered(client, functions, actors)), ...(await answered(client, probes, actors))]
  const mutants = [...(await policyMutants(client)), ...(await functionMutants(client))]
  const survivors: string[] = []
  for (const mutant of mutants) {
    if (!(await isCaught(client, mutant, before, actors))) survivors.push(mutant.name)
  }
  const caught = mutants.length - survivors.length
  console.log(`${caught} of ${mutants.length} caught (${((100 * caught) / mutants.length).toFixed(1)} %)`)
  expect(survivors.filter((name) => !(name in SURVIVORS))).toEqual([])
  // Whoever proves one of them takes it out.
  expect(Object.keys(SURVIVORS).filter((name) => !survivors.includes(name))).toEqual([])
})
