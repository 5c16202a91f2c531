import { z } from 'zod'
import { ROWS_PER_REQUEST } from '../live/pages'
import { EMAIL } from '../resources/email-field'
import { sealPins } from '../secrets-client'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { DEVICES, EXTENSIONS } from '../supabase/constraints'
import type { Json } from '../supabase/database.types'
import { formatDeviceMac, MAC_WANTED } from '../validation/mac'
import { upTo } from '../validation/text-length'
import { callerIdName } from './extension-name'
import { extensionNumber } from './plan-number'
import { vendorOfMac } from './provisioning/vendors'

/** Input of a new hire; the database checks the same. */
export const newHireSchema = z
  .object({
    first_name: upTo(EXTENSIONS.first_name).min(1, 'Enter a first name.'),
    last_name: upTo(EXTENSIONS.last_name),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.union([z.literal(''), EMAIL.rule])),
    extension: z.string().trim().pipe(extensionNumber),
    did_id: z.string().nullable(),
    mac: z
      .string()
      .trim()
      .refine((typed) => typed === '' || formatDeviceMac(typed) !== undefined, MAC_WANTED),
    model: upTo(DEVICES.model),
    profile_id: z.string().nullable(),
    voicemail: z.boolean(),
    portal: z.boolean(),
  })
  .refine(({ portal, email }) => !portal || email !== '', {
    path: ['email'],
    message: 'A portal user needs an email address.',
  })
export type NewHire = z.output<typeof newHireSchema>

/** Ids of the records to create; unchanged on a retry. */
export interface HireIds {
  extension: string
  device: string
  user: string
}

/**
 * Creates a new employee's extension, voicemail with this PIN, direct number, phone and portal user, all or none. Idempotent by id,
 * with the same `sealed`, which holds the encrypted PIN: encrypted again, it would differ from the stored one. Resolves to the encrypted
 * PIN, which can be mailed, or null without voicemail. Throws Refusal with the rejected column.
 */
export async function addNewHire(
  supabase: Supabase,
  tenantId: string,
  hire: NewHire,
  ids: HireIds,
  pin: string,
  sealed: Map<string, string>,
): Promise<string | null> {
  const name = `${hire.first_name} ${hire.last_name}`.trim()
  const mac = formatDeviceMac(hire.mac)
  if (hire.voicemail && !sealed.has(ids.extension)) {
    const [made = ''] = await sealPins([{ owner: ids.extension, value: pin }])
    sealed.set(ids.extension, made)
  }
  const sealedPin = hire.voicemail ? (sealed.get(ids.extension) ?? null) : null
  const request = {
    extension: {
      id: ids.extension,
      extension: hire.extension,
      first_name: hire.first_name,
      last_name: hire.last_name,
      effective_caller_id_name: callerIdName(hire),
      voicemail_enabled: hire.voicemail,
      voicemail_email: hire.voicemail && hire.email ? hire.email : null,
    },
    voicemail_pin: sealedPin,
    did_id: hire.did_id,
    device:
      mac === undefined
        ? null
        : {
            id: ids.device,
            mac,
            vendor: vendorOfMac(mac) ?? '',
            model: hire.model,
            profile_id: hire.profile_id,
            label: name,
          },
    portal_user: hire.portal ? { id: ids.user, name, email: hire.email } : null,
  }
  dataOf(await supabase.rpc('add_new_hire', { tenant: tenantId, hire: request as Json }))
  return sealedPin
}

/** The tenant's numbers for calls that have no route and stay, available as direct numbers: id and number, by number. */
export async function freeDirectNumbers(
  supabase: Supabase,
  tenantId: string,
): Promise<{ id: string; number: string }[]> {
  return dataOf(
    await supabase
      .from('dids')
      .select('id, number')
      .eq('tenant_id', tenantId)
      .eq('enabled', true)
      .eq('voice', true)
      .neq('status', 'porting_out')
      .is('destination_id', null)
      .order('number')
      .limit(ROWS_PER_REQUEST),
  )
}
