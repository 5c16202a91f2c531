import { z } from 'zod'
import {
  CODECS,
  PHONE_DEFAULTS,
  PHONE_SETTING_NAMES,
  type PhoneSettingName,
  type PhoneSettings,
  SRTP_MODES,
} from '../telephony/provisioning/phone-settings'
import { inherited, inheritedText, ON_OFF, onOff, whole } from './inherited'
import type { Choice, Field } from './resource'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/
const PROXY = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[1-9][0-9]{0,4})?$/
const ADDRESS = /^(none|https?:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:[1-9][0-9]{0,4})?(\/[A-Za-z0-9._~/%-]*)?)$/

const codecs = z
  .array(z.string())
  .nullable()
  .transform((lines) => {
    const written = (lines ?? []).map((line) => line.trim().toUpperCase()).filter(Boolean)
    return written.length > 0 ? written : null
  })
  .refine(
    (written) => (written ?? []).every((name) => (CODECS as readonly string[]).includes(name)),
    `Each line is one of ${CODECS.join(', ')}.`,
  )
  .refine((written) => new Set(written ?? []).size === (written ?? []).length, 'Name each codec once.')

/** The named settings of phones, as a tenant and a profile hold them. */
export const phoneShape = {
  phone_ntp_server: inheritedText(z.string().regex(HOST, 'Enter a host name, as pool.ntp.org.')),
  phone_codecs: codecs,
  phone_voicemail_number: inheritedText(
    z.string().regex(/^[0-9*#+]{1,20}$/, 'Enter up to 20 digits, * or #.'),
  ),
  phone_message_waiting: onOff,
  phone_outbound_proxy: inheritedText(z.string().regex(PROXY, 'Enter a host, or host:port.')),
  phone_srtp: z.enum(SRTP_MODES).nullable(),
  phone_pickup_code: inheritedText(z.string().regex(/^[0-9*#]{1,10}$/, 'Enter up to 10 digits, * or #.')),
  phone_vlan_id: whole(0, 4094),
  phone_vlan_priority: whole(0, 7),
  phone_sip_dscp: whole(0, 63),
  phone_rtp_dscp: whole(0, 63),
  phone_firmware_url: inheritedText(
    z.string().max(255).regex(ADDRESS, 'Enter an address that begins with http:// or https://.'),
  ),
  phone_resync_minutes: whole(60, 10_080),
} satisfies Record<PhoneSettingName, z.ZodType>

/** A record that sets none of them. */
export function blankPhoneSettings(): Record<PhoneSettingName, null> {
  return Object.fromEntries(PHONE_SETTING_NAMES.map((name) => [name, null])) as Record<PhoneSettingName, null>
}

const SRTP: readonly Choice[] = [
  { value: 'off', label: 'Off' },
  { value: 'optional', label: 'Offered' },
  { value: 'required', label: 'Required', hint: 'Calls that cannot be encrypted fail.' },
]

// In the order in which they are shown; what is inherited is the product's until `inheriting` says otherwise.
const FIELDS: readonly (Field<PhoneSettingName> & { name: PhoneSettingName })[] = [
  {
    name: 'phone_codecs',
    label: 'Codecs',
    kind: 'list',
    hint: `One a line, the best first: ${CODECS.join(', ')}.`,
  },
  { name: 'phone_voicemail_number', label: 'Voicemail number', kind: 'text', maxLength: 20 },
  { name: 'phone_message_waiting', label: 'Message-waiting light', kind: 'select', options: ON_OFF },
  {
    name: 'phone_pickup_code',
    label: 'Pickup code',
    kind: 'text',
    maxLength: 10,
    hint: 'Dialed before a watched extension to answer what rings there.',
  },
  {
    name: 'phone_srtp',
    label: 'Call encryption (SRTP)',
    kind: 'select',
    options: SRTP,
    hint: 'On lines that register over TLS.',
  },
  {
    name: 'phone_outbound_proxy',
    label: 'Outbound proxy',
    kind: 'text',
    maxLength: 259,
    hint: 'A host, or host:port. “none” for straight to the registrar.',
  },
  { name: 'phone_ntp_server', label: 'Time server (NTP)', kind: 'text', maxLength: 253 },
  {
    name: 'phone_vlan_id',
    label: 'Voice VLAN',
    kind: 'number',
    min: 0,
    max: 4094,
    hint: '1–4,094, or 0 for untagged.',
  },
  {
    name: 'phone_vlan_priority',
    label: 'VLAN priority (802.1p)',
    kind: 'number',
    min: 0,
    max: 7,
    hint: '0–7, of tagged frames.',
  },
  { name: 'phone_sip_dscp', label: 'DSCP of signaling', kind: 'number', min: 0, max: 63, hint: '0–63.' },
  { name: 'phone_rtp_dscp', label: 'DSCP of audio', kind: 'number', min: 0, max: 63, hint: '0–63.' },
  {
    name: 'phone_firmware_url',
    label: 'Firmware address',
    kind: 'text',
    maxLength: 255,
    hint: 'Where phones look for firmware. “none” for nowhere.',
  },
  {
    name: 'phone_resync_minutes',
    label: 'Check for changes every',
    kind: 'number',
    min: 60,
    max: 10_080,
    unit: 'minutes',
  },
]

/** The fields of the settings, with what an empty one inherits. */
export function phoneFieldsOver(settings: PhoneSettings): readonly Field<PhoneSettingName>[] {
  return FIELDS.map((field) => ({
    ...field,
    group: 'Phones',
    placeholder: inherited(inheritedWords(field, settings[field.name])),
  }))
}

/** The fields of a tenant, which inherits from the product. */
export const phoneFields = phoneFieldsOver(PHONE_DEFAULTS)

function inheritedWords(field: Field, value: PhoneSettings[PhoneSettingName]): string {
  if (field.kind === 'select')
    return field.options.find((option) => option.value === String(value))?.label.toLowerCase() ?? ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}
