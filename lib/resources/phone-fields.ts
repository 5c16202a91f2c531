import type { Entry } from '../records/field'
import { choice, choices, field, group, matching, number, text } from '../records/field-builders'
import { DEVICE_PROFILES as LIMITS } from '../supabase/constraints'
import {
  PHONE_DEFAULTS,
  type PhoneOverrides,
  type PhoneSettingName,
} from '../telephony/provisioning/phone-settings'
import { codecs, CODECS_HINT, inheriting, onOff } from './inherited'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/
const PROXY = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[1-9][0-9]{0,4})?$/
const ADDRESS = /^(none|https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:[1-9][0-9]{0,4})?(\/[A-Za-z0-9._~/%-]*)?)$/

const SRTP = choices(LIMITS.phone_srtp.choices, {
  optional: 'Offered',
  required: { hint: 'Calls that cannot be encrypted fail. All phones of an extension must then use TLS.' },
})

const empty = { empty: null }

const featureCode = { placeholder: 'the feature code' }

/** The named phone settings of tenants and profiles, in order. */
export const phoneEntries = group('Phones', {
  phone_codecs: field({ label: 'Codecs', kind: 'list', hint: CODECS_HINT }, codecs, null),
  phone_voicemail_number: text({
    ...empty,
    ...featureCode,
    label: 'Voicemail number',
    maxLength: 20,
    keyboard: 'tel',
    rule: matching(/^[0-9*#+]{1,20}$/, 'Enter up to 20 digits, * or #.'),
  }),
  phone_message_waiting: onOff({ label: 'Message-waiting light' }),
  phone_pickup_code: text({
    ...empty,
    ...featureCode,
    label: 'Pickup code',
    maxLength: 10,
    keyboard: 'tel',
    rule: matching(/^[0-9*#]{1,10}$/, 'Enter up to 10 digits, * or #.'),
    hint: 'Dialed before a watched extension to pick up its call. Calls from queues cannot be picked up.',
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
    maxLength: 259,
    rule: matching(PROXY, 'Enter a host, or host:port.'),
    hint: 'Host or host:port. Enter “none” to register directly.',
  }),
  phone_ntp_server: text({
    ...empty,
    label: 'Time server (NTP)',
    maxLength: 253,
    rule: matching(HOST, 'Enter a host name, such as pool.ntp.org.'),
  }),
  phone_vlan_id: number({
    ...empty,
    ...LIMITS.phone_vlan_id,
    label: 'Voice VLAN',
    hint: '1–4,094, or 0 for untagged.',
  }),
  phone_vlan_priority: number({
    ...empty,
    ...LIMITS.phone_vlan_priority,
    label: 'VLAN priority (802.1p)',
    hint: '0–7, in tagged frames.',
  }),
  phone_sip_dscp: number({ ...empty, ...LIMITS.phone_sip_dscp, label: 'Signaling DSCP', hint: '0–63.' }),
  phone_rtp_dscp: number({ ...empty, ...LIMITS.phone_rtp_dscp, label: 'Audio DSCP', hint: '0–63.' }),
  phone_firmware_url: text({
    ...empty,
    label: 'Firmware address',
    maxLength: 255,
    rule: matching(ADDRESS, 'Enter an address that begins with https://.'),
    hint: 'Where phones look for firmware. They may send the provisioning password there, so only users who may reveal secrets can enter an address. Enter “none” for no address.',
  }),
  phone_resync_minutes: number({
    ...empty,
    ...LIMITS.phone_resync_minutes,
    label: 'Check for changes every',
    unit: 'minutes',
  }),
} satisfies Record<PhoneSettingName, Entry>)

/** What phones inherit unless their tenant has settings of its own. Null for the tenant's feature codes. */
export const PHONE_INHERITED = { ...PHONE_DEFAULTS, phone_voicemail_number: null, phone_pickup_code: null }

/** The settings of a profile, which shows what it inherits from a tenant's settings. */
export function profilePhoneEntries(tenant: PhoneOverrides = {}) {
  const own = Object.entries(tenant).filter(([, value]) => value !== null)
  return inheriting(phoneEntries, { ...PHONE_INHERITED, ...Object.fromEntries(own) })
}
