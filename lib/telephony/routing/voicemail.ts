import { ending, promptLanguage, refuse, type Scene, stepOf } from './scene'
import { refOf } from './snapshot-index'
import type { Step } from './step'

/** A message for an extension, mailed and kept as its voicemail says. */
export function leaveMessage(scene: Scene, extensionId: string): Step {
  const { index } = scene
  const extension = index.row('extensions', extensionId)
  if (!extension) {
    return refuse(scene, 'UNALLOCATED_NUMBER', { why: 'missing', record: index.tenant, id: extensionId })
  }
  const record = refOf('extensions', extension)
  if (!extension.enabled) return refuse(scene, 'UNALLOCATED_NUMBER', { why: 'disabled', record })
  if (extension.suspended) return refuse(scene, 'SUBSCRIBER_ABSENT', { why: 'suspended', record })
  if (!extension.voicemail_enabled) return refuse(scene, 'NO_ANSWER', { why: 'voicemail off', record })
  const { language, notes } = promptLanguage(scene)
  return stepOf(scene, 'voicemail', {
    extensionId,
    number: extension.extension,
    email: extension.voicemail_email,
    attach: extension.voicemail_attach,
    keep: extension.voicemail_keep,
    language,
    notes,
    reason: { why: 'voicemail takes', record, email: extension.voicemail_email },
    then: ending('NORMAL_CLEARING', { why: 'message left', record }),
  })
}
