import type { RingStep } from '../telephony/routing/step'
import { LISTED, RINGING } from './channel-variables'
import { act, type Action, type Draft, HANGS_UP, set, tenantOf } from './draft'

/** How many of the latest calls to a phone or group can be picked up. */
const KEPT = 5
/** The length of a channel's id and of the space after it. */
const ID = 36
const STEP = ID + 1

/** The mod_hash entry with the calls that have rung a phone or group, latest first. */
const entryOf = (draft: Draft, id: string) => `${tenantOf(draft)}-ringing/${id}`

const listed = (draft: Draft, id: string) => act('set', `${LISTED}=\${hash(select/${entryOf(draft, id)})}`)

/** Notes at the phones and the group that a call rings it, for call pickup. */
export function shownForPickup(draft: Draft, step: RingStep): Action[] {
  const group = step.reason.record.table === 'ring_groups' ? [step.reason.record.id] : []
  const phones = step.legs.flatMap(({ target }) => (target.kind === 'extension' ? [target.id] : []))
  return [
    set(RINGING, true),
    ...[...new Set([...group, ...phones])].flatMap((id) => [
      listed(draft, id),
      act('hash', `insert/${entryOf(draft, id)}/\${uuid} \${${LISTED}:0:${(KEPT - 1) * STEP}}`),
    ]),
  ]
}

/**
 * Picks up the first call that rings at one of these phones or groups. Of those that rang there, some have ended, some are answered, which
 * FreeSWITCH does not let be picked up (OTHERS_CALLS_KEPT), and some have gone on: only a call that still rings has the variable.
 */
export function pickUp(draft: Draft, ringing: readonly string[]): Action[] {
  const intercepts = ringing.flatMap((id) => [
    listed(draft, id),
    ...Array.from({ length: KEPT }, (_, at) => {
      const call = `\${${LISTED}:${(KEPT - 1 - at) * STEP}:${ID}}`
      return act('intercept', `\${cond('\${uuid_getvar(${call} ${RINGING})}' == 'true' ? ${call} : none)}`)
    }),
  ])
  return [HANGS_UP, ...intercepts]
}
