import type { EventSocket } from './event-socket'

/** Has a switch load mod_sofia if it was started while the agent was away: its configuration comes from the agent alone. */
export async function loadSofia(events: EventSocket): Promise<void> {
  if ((await events.api('module_exists mod_sofia')) !== 'false') return
  const said = await events.api('load mod_sofia')
  // The reply begins with `+OK Reloading XML` in any case.
  if (/^-ERR/m.test(said)) console.error('The switch could not load mod_sofia:', said)
}
