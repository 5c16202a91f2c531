import { silenceOf } from './leg'
import type { Reason } from './reason'
import { ending, promptLanguage, refuse, type Scene, shownCaller, stepOf } from './scene'
import type { Row } from './snapshot'
import { inPosition, refOf } from './snapshot-index'
import type { Step } from './step'

/**
 * A caller pages the phones of a group, which auto-answer; with an intercom they can talk back. The calling phone is left out, as
 * is any phone that would not ring in a group.
 */
export function page(scene: Scene, group: Row<'paging_groups'>): Step {
  const { index, call } = scene
  const record = refOf('paging_groups', group)
  const phones: { id: string; number: string; label: string }[] = []
  const silent: Reason[] = []
  for (const { extension_id: id } of inPosition(
    index.rows('paging_group_members', 'paging_group_id', group.id),
  )) {
    const extension = index.row('extensions', id)
    if (!extension || id === call.extensionId) continue
    const { label } = refOf('extensions', extension)
    const silence = silenceOf(scene, extension)
    if (silence) silent.push({ why: 'member does not ring', record, member: label, ...silence })
    else phones.push({ id, number: extension.extension, label })
  }
  if (phones.length === 0) {
    return refuse(scene, 'SUBSCRIBER_ABSENT', { why: 'group has nobody', record }, silent)
  }
  const { language, notes } = promptLanguage(scene)
  const reason = { why: 'group is paged', record, phones: phones.length, twoWay: group.two_way } as const
  return stepOf(scene, 'page', {
    phones,
    twoWay: group.two_way,
    record: call.carried.record,
    callerId: shownCaller(scene, call),
    language,
    reason,
    notes: [...silent, ...notes],
    then: ending('NORMAL_CLEARING', reason),
  })
}
