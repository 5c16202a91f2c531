import { z } from 'zod'
import type { CommonField } from '../records/field'
import { reference, text, toggle } from '../records/field-builders'
import { planNumber } from '../telephony/plan-number'
import { recordOf } from './kinds'

/** A telephony record's name, with FusionPBX's maximum length. */
export const recordName = text({ label: 'Name', maxLength: 75, required: 'Enter a name.' })

/** A number in the tenant's numbering plan. */
export const dialedNumber = text({
  label: 'Number',
  maxLength: 7,
  keyboard: 'numeric',
  required: 'Enter a number.',
  rule: planNumber(/^[0-9]{2,7}$/, 'Enter a number of 2 to 7 digits.'),
})

export const callerIdPrefix = text({
  label: 'Caller ID prefix',
  maxLength: 20,
  spaces: true,
  bulk: true,
  hint: 'Shown on phones before the caller’s name.',
})

/** A moment. The form gives it in UTC; in a file without an offset, it could be in any time zone. */
export const moment = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  'Enter the date, the time and its offset from UTC: 2026-12-28T08:00-05:00.',
)

export const enabled = toggle({ label: 'Enabled', start: true, bulk: true })

/** One of the tenant's recordings, or none. */
export function recording(label: string, more: Omit<CommonField, 'label'> = {}) {
  return reference({ label, to: recordOf('recordings'), ...more })
}

/** What all records with a number in the tenant's number plan have in common. */
export const numbered = {
  section: 'telephony',
  search: 'Name or number',
  importKey: ['number'],
  essentials: ['name', 'number'],
  label: ({ number, name }: { number: string; name: string }) => `${number} ${name}`,
} as const

/** What a mailbox keeps: private.store_mail_outcome deletes the others. */
export const KEEP_HINT =
  'If off, a message is deleted once an email with its recording has been sent. Others are kept as long as call recordings.'
