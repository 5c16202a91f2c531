import { dayLabel } from '../../../dates/format'
import { forwardings } from '../extension'
import { isOutOfService } from '../leg'
import { nextStep } from '../next-step'
import { ANY_CALLER } from '../place'
import type { Diversion } from '../reason'
import { reasonText } from '../reason-text'
import { carrying } from '../scene'
import type { Row } from '../snapshot'
import { refOf } from '../snapshot-index'
import { isBefore } from '../voicemail'
import { type Checked, hasPhone, type Problem, problem, settingsRef } from './problem'
import { onlyCallerId, type Repair, turnOn } from './repair'

/** Extensions without a phone, a PIN or a caller ID, and settings that have no effect or lose something. */
export function extensionProblems(at: Checked): Problem[] {
  const { snapshot, index } = at
  const extensions = snapshot.extensions.filter((extension) => !isOutOfService(extension))
  const found = extensions.flatMap((extension) => ofExtension(at, extension))
  const tenantDid = index.row('dids', index.setting('outbound_did_id').value)
  const bare = extensions.filter(
    ({ outbound_did_id, toll_class }) => outbound_did_id === null && toll_class !== 'internal',
  )
  if (!tenantDid && bare.length > 0) {
    const who = bare.length === 1 ? '1 extension has' : `${bare.length} extensions have`
    const text = `${who} no caller ID for outside calls, and the tenant has no default: such calls are anonymous.`
    found.push(
      problem(
        at,
        'warning',
        'caller-id-missing',
        settingsRef(at, 'setting-outbound_did_id'),
        text,
        '',
        onlyCallerId(at),
      ),
    )
  }
  if (tenantDid && !tenantDid.enabled) {
    const text = `The default caller ID ${refOf('dids', tenantDid).label} is disabled: people who call back do not get through.`
    found.push(problem(at, 'warning', 'caller-id-off', settingsRef(at, 'setting-outbound_did_id'), text))
  }
  return found
}

function ofExtension(at: Checked, extension: Row<'extensions'>): Problem[] {
  const { index, snapshot, moment } = at
  const record = refOf('extensions', extension)
  const found: Problem[] = []
  const say = (
    severity: Problem['severity'],
    kind: Problem['kind'],
    text: string,
    detail = '',
    repair?: Repair,
  ) => found.push(problem(at, severity, kind, record, text, detail, repair))
  const own = { table: 'extensions', id: extension.id } as const
  if (!hasPhone(at, extension.id) && !extension.forward_all_enabled) {
    say('notice', 'extension-without-phone', `${record.label} is not on any enabled device.`)
  }
  if (extension.voicemail_enabled && !index.hasSecret(extension.id, 'voicemail_pin')) {
    say('warning', 'voicemail-without-pin', `The voicemail of ${record.label} has no PIN.`)
  }
  const isMailed = extension.voicemail_email !== null && extension.voicemail_attach
  if (extension.voicemail_enabled && !extension.voicemail_keep && !isMailed) {
    say(
      'notice',
      'message-kept',
      `Messages for ${record.label} are kept, although that is off: no email carries their recordings.`,
      '',
      { ...own, label: 'Keep messages', was: { voicemail_keep: false }, set: { voicemail_keep: true } },
    )
  }
  if (
    extension.follow_me_enabled &&
    index.rows('extension_follow_me', 'extension_id', extension.id).length === 0
  ) {
    const text = `Follow me is on for ${record.label}, but it has no targets.`
    const off = { was: { follow_me_enabled: true }, set: { follow_me_enabled: false } }
    say('notice', 'follow-me-empty', text, '', { ...own, label: 'Turn off follow me', ...off })
  }
  const { away_until, away_greeting_recording_id } = extension
  if (away_until !== null && !isBefore(index, moment, away_until)) {
    say(
      'notice',
      'greeting-over',
      `The away greeting of ${record.label} ended on ${dayLabel(away_until)}.`,
      '',
      {
        ...own,
        label: 'Remove the greeting',
        was: { away_until, away_greeting_recording_id },
        set: { away_until: null, away_greeting_recording_id: null },
      },
    )
  }
  const hours = index.row('time_conditions', extension.greeting_time_condition_id)
  if (hours && !hours.enabled) {
    const condition = refOf('time_conditions', hours)
    const text = `${condition.label} is disabled, so the voicemail of ${record.label} never says that it is closed.`
    say('warning', 'hours-off', text, '', turnOn(condition))
  }
  const caller = index.row('dids', extension.outbound_did_id)
  if (caller && !caller.enabled) {
    say(
      'warning',
      'caller-id-off',
      `The caller ID ${refOf('dids', caller).label} of ${record.label} is disabled: people who call back do not get through.`,
    )
  }
  found.push(...refusedForwardings(at, extension))
  if (!extension.follow_me_enabled) return found
  const step = nextStep(snapshot, { at: 'destination', id: extension.id }, ANY_CALLER, moment)
  for (const note of step.notes) {
    if (note.why === 'follow me cannot ring')
      say('warning', 'follow-me-target', reasonText(note), note.target)
  }
  return found
}

const FORWARDED: Readonly<Record<Diversion | 'always', { when: string; part: string }>> = {
  always: { when: '', part: 'forward_all_destination_id' },
  busy: { when: ' when it is busy', part: 'forward_busy_destination_id' },
  'no answer': { when: ' when it does not answer', part: 'forward_no_answer_destination_id' },
  'not registered': {
    when: ' when no phone is registered',
    part: 'forward_not_registered_destination_id',
  },
}

/** Forwardings to outside that the extension itself may not call: its calls are refused. Those that nobody can reach lead nowhere. */
function refusedForwardings(at: Checked, extension: Row<'extensions'>): Problem[] {
  const { snapshot, moment } = at
  const record = refOf('extensions', extension)
  return forwardings(extension).flatMap(({ place, reason, set = {} }): Problem[] => {
    const step = nextStep(snapshot, place, carrying(ANY_CALLER, set), moment)
    const blocked = step.kind === 'decide' && step.reason.why === 'blocked' && step.chosen.place.at === 'end'
    if (!blocked && step.kind !== 'refuse') return []
    if (nextStep(snapshot, place, ANY_CALLER, moment).reason.why === step.reason.why) return []
    const { when, part } = FORWARDED[reason.why === 'forwarded' ? reason.case : 'always']
    const text = `Calls that ${record.label} forwards${when} are refused: ${reasonText(step.reason)}`
    return [problem(at, 'error', 'leads-nowhere', { ...record, part }, text, part)]
  })
}
