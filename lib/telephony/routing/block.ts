import { blockingRule } from '../call-block'
import { ending, type Scene } from './scene'
import { refOf } from './snapshot-index'
import type { Next } from './step'

/**
 * Where a block rule sends a call; undefined if none applies. `extensionId` is the called (inbound) or calling (outbound)
 * extension, null if not known yet, when only tenant-wide rules apply. `other` is the other party, as blockingRule compares it.
 */
export function blocked(
  { index, moment }: Scene,
  direction: 'inbound' | 'outbound',
  other: string,
  extensionId: string | null,
): Next | undefined {
  const rules = index.rows('call_block_rules', 'direction', direction)
  const areaCode = index.setting('area_code').value ?? undefined
  const rule = blockingRule(rules, { direction, other, extensionId, areaCode }, new Date(moment))
  if (!rule) return undefined
  const { action, match, number } = rule
  const reason = {
    why: 'blocked',
    record: refOf('call_block_rules', rule),
    action,
    match,
    number: number ?? '',
  } as const
  switch (action) {
    case 'busy':
      return ending('USER_BUSY', reason)
    case 'hangup':
      return ending('NORMAL_CLEARING', reason)
    case 'destination':
      return rule.destination_id === null
        ? ending('CALL_REJECTED', reason)
        : { place: { at: 'destination', id: rule.destination_id }, reason }
    case 'voicemail':
      return extensionId === null
        ? ending('CALL_REJECTED', reason)
        : { place: { at: 'voicemail', extensionId }, reason }
    default:
      return ending('CALL_REJECTED', reason)
  }
}

/** Whether a call came to a number on which emergency services call back: no rule or limit may keep it from anybody. */
export function isEmergencyCallBack({ index, call }: Scene): boolean {
  return index.row('dids', call.carried.didId)?.emergency === true
}

/** Whether an extension's own rules keep an outside caller from its phones. */
export function blockedAt(scene: Scene, extensionId: string): Next | undefined {
  if (scene.call.extensionId !== null || isEmergencyCallBack(scene)) return undefined
  const own = scene.index.rows('call_block_rules', 'extension_id', extensionId)
  return own.length > 0 ? blocked(scene, 'inbound', scene.call.number, extensionId) : undefined
}
