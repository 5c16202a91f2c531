import type { CallLeg } from './call-record'
import { momentOf, objectOf, objectsOf, storedNumber, textOf } from './variables'

/**
 * The stages of a call in order. `callflow` comes from the record, newest first; a separate `leg` says how it ended. A record
 * without a call flow has one stage.
 */
export function legsOf(
  callflow: Record<string, unknown>[],
  startAt: string,
  leg?: { uuid: string; variables: Record<string, unknown> },
): CallLeg[] {
  const ending = leg && {
    uuid: leg.uuid,
    hangup_cause: textOf(leg.variables, 'hangup_cause') || undefined,
  }
  if (callflow.length === 0) return [{ number: '', started_at: startAt, ...ending }]
  return callflow.toReversed().map((entry) => ({ ...stretchOf(entry, startAt), ...ending }))
}

function stretchOf(entry: Record<string, unknown>, startAt: string): CallLeg {
  const profile = objectOf(entry.caller_profile)
  const times = objectOf(entry.times)
  const at = (name: string) => momentOf(textOf(times, name))
  const rung = objectsOf(objectOf(profile.originatee).originatee_caller_profiles)
  const peers = new Map(
    rung.map((peer) => [
      textOf(peer, 'uuid') || textOf(peer, 'chan_name'),
      { number: storedNumber(textOf(peer, 'destination_number')), channel: textOf(peer, 'chan_name') },
    ]),
  )
  return {
    number: storedNumber(textOf(profile, 'destination_number')),
    channel: textOf(profile, 'chan_name') || undefined,
    started_at: at('profile_created_time') ?? at('created_time') ?? startAt,
    ringing_at: at('progress_media_time') ?? at('progress_time'),
    answered_at: at('answered_time'),
    bridged_at: at('bridged_time'),
    transferred_at: at('transfer_time'),
    ended_at: at('hangup_time'),
    peers: peers.size > 0 ? [...peers.values()] : undefined,
  }
}
