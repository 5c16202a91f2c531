import type { EventSocket } from './event-socket'

/**
 * The legs that a switch begins in a second, and has at once, by fsctl's names. FreeSWITCH's own limits are 30 and 1000: a ring group of 15
 * extensions with two phones each would be more than a second's, and whoever calls then, 911 too, would be refused. They last until it ends.
 */
const LIMITS = { sps: 1000, max_sessions: 5000 }

/** Gives a switch what it cannot get from its questions to the agent: limits, and mod_sofia if it was started while the agent was away. */
export async function prepareSwitch(events: EventSocket): Promise<void> {
  for (const [name, least] of Object.entries(LIMITS)) {
    const limit = /\d+/.exec(await events.api(`fsctl ${name}`))?.[0]
    if (Number(limit) < least) await events.api(`fsctl ${name} ${least}`)
  }
  // Its configuration comes from the agent alone.
  if ((await events.api('module_exists mod_sofia')) !== 'false') return
  const said = await events.api('load mod_sofia')
  // The reply begins with `+OK Reloading XML` in any case.
  if (/^-ERR/m.test(said)) console.error('The switch could not load mod_sofia:', said)
}
