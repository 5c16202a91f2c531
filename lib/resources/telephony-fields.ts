import { z } from 'zod'
import type { CommonField } from '../records/field'
import { reference, text, toggle } from '../records/field-builders'
import { RECORDING } from './references'

/** A telephony record's name, as wide as FusionPBX's. */
export const recordName = text({ label: 'Name', max: 75, required: 'Enter a name.' })

/** A number of the tenant's own plan. */
export const dialledNumber = text({
  label: 'Number',
  max: 7,
  required: 'Enter a number.',
  rule: z.string().regex(/^[0-9]{2,7}$/, 'Enter a number of 2 to 7 digits.'),
})

export const callerIdPrefix = text({
  label: 'Caller ID prefix',
  max: 20,
  spaces: true,
  bulk: true,
  hint: 'Shown before the caller’s name on the phones.',
})

export const enabled = toggle({ label: 'Enabled', start: true, bulk: true })

/** One of the tenant's recordings, or none. */
export function recording(label: string, more: Omit<CommonField, 'label'> = {}) {
  return reference({ label, to: RECORDING, ...more })
}
