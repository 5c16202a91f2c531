import { z } from 'zod'
import type { Choice, Entry, Field } from '../records/field'
import { choice, field, number, text } from '../records/field-builders'
import { fieldsOf } from '../records/resource'
import {
  CODECS,
  PHONE_DEFAULTS,
  type PhoneSettingName,
  type PhoneSettings,
} from '../telephony/provisioning/phone-settings'
import { inherited, onOff } from './inherited'

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

const SRTP: readonly Choice[] = [
  { value: 'off', label: 'Off' },
  { value: 'optional', label: 'Offered' },
  { value: 'required', label: 'Required', hint: 'Calls that cannot be encrypted fail.' },
]

const own = { group: 'Phones' }
const empty = { ...own, empty: null }
const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message)

/** The named settings of phones, as a tenant and a profile hold them, in the order in which they are shown. */
const entries = {
  phone_codecs: field(
    {
      ...own,
      label: 'Codecs',
      kind: 'list',
      hint: `One per line, preferred first: ${CODECS.join(', ')}.`,
    },
    codecs,
    null,
  ),
  phone_voicemail_number: text({
    ...empty,
    label: 'Voicemail number',
    max: 20,
    rule: matching(/^[0-9*#+]{1,20}$/, 'Enter up to 20 digits, * or #.'),
  }),
  phone_message_waiting: onOff({ ...own, label: 'Message-waiting light' }),
  phone_pickup_code: text({
    ...empty,
    label: 'Pickup code',
    max: 10,
    rule: matching(/^[0-9*#]{1,10}$/, 'Enter up to 10 digits, * or #.'),
    hint: 'Dialed before a watched extension to pick up its call.',
  }),
  phone_srtp: choice({
    ...empty,
    label: 'Call encryption (SRTP)',
    options: SRTP,
    hint: 'On lines that register over TLS.',
  }),
  phone_outbound_proxy: text({
    ...empty,
    label: 'Outbound proxy',
    max: 259,
    rule: matching(PROXY, 'Enter a host, or host:port.'),
    hint: 'Host or host:port. Enter “none” to register directly.',
  }),
  phone_ntp_server: text({
    ...empty,
    label: 'Time server (NTP)',
    max: 253,
    rule: matching(HOST, 'Enter a host name, as pool.ntp.org.'),
  }),
  phone_vlan_id: number({
    ...empty,
    label: 'Voice VLAN',
    min: 0,
    max: 4094,
    hint: '1–4,094, or 0 for untagged.',
  }),
  phone_vlan_priority: number({
    ...empty,
    label: 'VLAN priority (802.1p)',
    min: 0,
    max: 7,
    hint: '0–7, in tagged frames.',
  }),
  phone_sip_dscp: number({ ...empty, label: 'Signaling DSCP', min: 0, max: 63, hint: '0–63.' }),
  phone_rtp_dscp: number({ ...empty, label: 'Audio DSCP', min: 0, max: 63, hint: '0–63.' }),
  phone_firmware_url: text({
    ...empty,
    label: 'Firmware address',
    max: 255,
    rule: matching(ADDRESS, 'Enter an address that begins with http:// or https://.'),
    hint: 'Where phones look for firmware. Enter “none” for no address.',
  }),
  phone_resync_minutes: number({
    ...empty,
    label: 'Check for changes every',
    min: 60,
    max: 10_080,
    unit: 'minutes',
  }),
} satisfies Record<PhoneSettingName, Entry>

/** The fields of the settings, with what an empty one inherits. */
export function phoneFieldsOver(settings: PhoneSettings): readonly Field[] {
  return fieldsOf(over(settings))
}

/** The settings of a tenant, which inherits from the product. */
export const phoneEntries = over(PHONE_DEFAULTS)

function over(settings: PhoneSettings): typeof entries {
  const withPlaceholders = Object.entries(entries).map(([name, entry]) => {
    const words = inheritedWords(entry, settings[name as PhoneSettingName])
    return [name, { ...entry, face: { ...entry.face, placeholder: inherited(words) } }]
  })
  return Object.fromEntries(withPlaceholders) as typeof entries
}

function inheritedWords({ face }: Entry, value: PhoneSettings[PhoneSettingName]): string {
  if (face?.kind === 'select')
    return face.options.find((option) => option.value === String(value))?.label.toLowerCase() ?? ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}
