import { expect, test } from 'vitest'
import { rightsSession } from '../support/permission-session'
import { functionMutants } from './support/function-mutants'
import { answered, isCaught } from './support/mutation'
import { policyMutants } from './support/policy-mutants'
import { SURVIVORS } from './support/survivors'

const session = rightsSession()

test('what the rights say fails with nearly every policy or check that is changed', async () => {
  const { client, actors, probes, functions } = session()
  const before = [...(await answered(client, functions, actors)), ...(await answered(client, probes, actors))]
  const survivors: string[] = []
  for (const [kind, mutants] of [
    ['policies', await policyMutants(client)],
    ['functions', await functionMutants(client)],
  ] as const) {
    const missed: string[] = []
    for (const mutant of mutants) {
      if (await isCaught(client, mutant, before, actors)) continue
      missed.push(mutant.name)
      // At once, so that an interrupted run has reported its findings.
      if (!(mutant.name in SURVIVORS)) console.log(`not caught: ${mutant.name}`)
    }
    const caught = mutants.length - missed.length
    console.log(`${kind}: ${caught} of ${mutants.length} (${((100 * caught) / mutants.length).toFixed(1)} %)`)
    survivors.push(...missed)
  }
  expect(survivors.filter((name) => !(name in SURVIVORS))).toEqual([])
  // Remove an entry once a test detects it.
  expect(Object.keys(SURVIVORS).filter((name) => !survivors.includes(name))).toEqual([])
})
