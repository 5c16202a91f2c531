import type pg from 'pg'
import type { FunctionMutant } from './function-mutants'
import { type FunctionProbe, whoIsServed } from './function-probe'
import type { PolicyMutant } from './policy-mutants'
import { type Actor, type TableProbe, whoCan } from './rights-probe'

/** The probes with what they answered before anything was changed. */
export interface Answered<P> {
  probe: P
  before: string
}

const words = (names: readonly string[]) => names.join(' ')

/** What each probe answers now. */
export async function answered<P extends TableProbe | FunctionProbe>(
  client: pg.Client,
  probes: readonly P[],
  actors: readonly Actor[],
): Promise<Answered<P>[]> {
  const all: Answered<P>[] = []
  for (const probe of probes) all.push({ probe, before: words(await ask(client, probe, actors)) })
  return all
}

function ask(
  client: pg.Client,
  probe: TableProbe | FunctionProbe,
  actors: readonly Actor[],
): Promise<string[]> {
  return 'operation' in probe
    ? whoCan(client, probe, actors).then(({ can, stopped }) => [...can, 'stopped', ...stopped])
    : whoIsServed(client, probe, actors)
}

/** Whether any of the probes that the mutant could matter to answers otherwise with it. Nothing stays changed. */
export async function isCaught(
  client: pg.Client,
  mutant: PolicyMutant | FunctionMutant,
  probes: readonly Answered<TableProbe | FunctionProbe>[],
  actors: readonly Actor[],
): Promise<boolean> {
  await client.query('savepoint mutant')
  try {
    await client.query(mutant.sql)
    for (const { probe, before } of probes) {
      if (concerns(mutant, probe) && words(await ask(client, probe, actors)) !== before) return true
    }
    return false
  } finally {
    await client.query('rollback to savepoint mutant')
  }
}

function concerns(mutant: PolicyMutant | FunctionMutant, probe: TableProbe | FunctionProbe): boolean {
  if ('operation' in mutant)
    return 'operation' in probe && probe.table === mutant.table && probe.operation === mutant.operation
  return probe.runs.includes(mutant.of)
}
