import type pg from 'pg'
import { type FunctionProbe, whoIsServed } from '../../support/function-probe'
import {
  type Actor,
  type ActorName,
  BYSTANDERS,
  type TableProbe,
  whoCan,
} from '../../support/permission-probe'
import type { FunctionMutant } from './function-mutants'
import type { PolicyMutant } from './policy-mutants'

/** By actor: whether it succeeds, or what other than a permission stops it; refused actors are left out. */
type Got = ReadonlyMap<ActorName, 'can' | 'stopped'>

/** A probe with its result before any mutation. */
export interface Answered {
  probe: TableProbe | FunctionProbe
  before: Got
}

/** The current result of each probe. */
export async function answered(
  client: pg.Client,
  probes: readonly (TableProbe | FunctionProbe)[],
  actors: readonly Actor[],
): Promise<Answered[]> {
  const all: Answered[] = []
  for (const probe of probes) all.push({ probe, before: await ask(client, probe, actors) })
  return all
}

async function ask(
  client: pg.Client,
  probe: TableProbe | FunctionProbe,
  actors: readonly Actor[],
): Promise<Got> {
  if (!('operation' in probe))
    return new Map((await whoIsServed(client, probe, actors)).map((name) => [name, 'can']))
  const { can, stopped } = await whoCan(client, probe, actors)
  return new Map([
    ...can.map((name) => [name, 'can'] as const),
    ...stopped.map((name) => [name, 'stopped'] as const),
  ])
}

/**
 * Whether any of the probes that the mutant could matter to answers otherwise with it. Nothing stays changed. Those whom the change
 * names or who could before are asked first, since they notice nearly every change; then all others.
 */
export async function isCaught(
  client: pg.Client,
  mutant: PolicyMutant | FunctionMutant,
  probes: readonly Answered[],
  actors: readonly Actor[],
): Promise<boolean> {
  const concerned = probes.filter(({ probe }) => concerns(mutant, probe))
  const named = permissionsIn(mutant.name)
  const isLikely = ({ name }: Actor, { before }: Answered) =>
    BYSTANDERS.has(name) ||
    name.split('+').some((part) => named.has(part)) ||
    [...before.keys()].slice(0, 2).includes(name)
  const notices = async (one: Answered, asked: readonly Actor[]) => {
    const now = await ask(client, one.probe, asked)
    return asked.some(({ name }) => now.get(name) !== one.before.get(name))
  }
  await client.query('savepoint mutant')
  try {
    await client.query(mutant.sql)
    for (const one of concerned) {
      if (
        await notices(
          one,
          actors.filter((actor) => isLikely(actor, one)),
        )
      )
        return true
    }
    for (const one of concerned) {
      if (await notices(one, actors)) return true
    }
    return false
  } finally {
    await client.query('rollback to savepoint mutant; release savepoint mutant')
  }
}

/** The permissions a mutant names, as in "telephony.view → billing.view" or in arguments. */
function permissionsIn(name: string): Set<string> {
  return new Set(
    [...name.matchAll(/'?(\w+)(?:'?, '|\.)(\w+)/g)].map(([, section, action]) => `${section}.${action}`),
  )
}

function concerns(mutant: PolicyMutant | FunctionMutant, probe: TableProbe | FunctionProbe): boolean {
  if ('operation' in mutant)
    return 'operation' in probe && probe.table === mutant.table && probe.operation === mutant.operation
  return probe.runs.includes(mutant.of)
}
