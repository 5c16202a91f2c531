import { dayOfIsoDate } from '../../dates/calendar'
import { wallClockAt } from '../../dates/zone-clock'
import { stateAt } from './choice'
import type { Reason, Reasons } from './reason'
import { ending, promptLanguage, refuse, type Scene, shownCaller, stepOf } from './scene'
import type { Row } from './snapshot'
import { refOf, type SnapshotIndex } from './snapshot-index'
import type { Step } from './step'

/** A message for an extension, mailed and kept according to its voicemail settings. */
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
  const greeting = greetingOf(scene, extension)
  return stepOf(scene, 'voicemail', {
    extensionId,
    number: extension.extension,
    callerId: shownCaller(scene, scene.call),
    email: extension.voicemail_email,
    greetingId: greeting.id,
    language,
    notes: [...greeting.notes, ...notes],
    reason: { why: 'voicemail takes', record, email: extension.voicemail_email },
    then: ending('NORMAL_CLEARING', { why: 'message left', record }),
  })
}

/** Whether a moment is before the end of a day in the tenant's time zone. */
export function isBefore(index: SnapshotIndex, moment: number, day: string): boolean {
  return (
    wallClockAt(index.snapshot.tenant.time_zone, moment).day <=
    (dayOfIsoDate(day) ?? Number.NEGATIVE_INFINITY)
  )
}

/** The mailbox greeting at an instant: the away greeting, the closed greeting, else the regular one; null for the switch's own. */
function greetingOf(
  { index, moment }: Scene,
  extension: Row<'extensions'>,
): { id: string | null; notes: Reason[] } {
  const record = refOf('extensions', extension)
  const greeting = (id: string | null, because: Reasons['mailbox greets']['because'], until = '') => {
    const recording = index.row('recordings', id)
    const notes = recording
      ? [{ why: 'mailbox greets', record, recording: recording.name, because, until } as const]
      : []
    return { id, notes }
  }
  const { away_until: until, greeting_time_condition_id: hours } = extension
  if (until !== null && isBefore(index, moment, until))
    return greeting(extension.away_greeting_recording_id, 'away', until)
  return stateAt(index, hours, moment) === 'closed'
    ? greeting(extension.closed_greeting_recording_id, 'closed')
    : greeting(extension.greeting_recording_id, 'always')
}
