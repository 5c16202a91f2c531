import fc from 'fast-check'
import { DEVICE_PROFILES } from '@/lib/supabase/constraints'
import {
  KEY_CATEGORIES,
  KEY_TYPES,
  type PhoneConfiguration,
} from '@/lib/telephony/provisioning/configuration'
import { PHONE_MODELS } from '@/lib/telephony/provisioning/models'
import { CODECS, type PhoneOverrides } from '@/lib/telephony/provisioning/phone-settings'

/** Any text, often with characters that break file formats. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom('\n', '\r', '\u2028', '"', "'", '<', '>', '&', ']]>', '=', '#', '\0', '\ud800', 'a'),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)
const key = fc.record({
  category: fc.constantFrom(...KEY_CATEGORIES),
  position: fc.integer({ min: 1, max: 200 }),
  type: fc.constantFrom(...KEY_TYPES),
  value: text,
  label: text,
  line: fc.integer({ min: 1, max: 16 }),
})
const line = fc.record({
  line: fc.integer({ min: 1, max: 20 }),
  extension: text,
  name: text,
  password: fc.oneof(fc.constant(null), text),
  transport: fc.constantFrom('udp' as const, 'tcp' as const, 'tls' as const),
  register_expires: fc.integer({ min: 60, max: 86_400 }),
})

const address = fc.constantFrom('https://host.example/provision/', 'http://10.0.0.1:3000/provision/')
const overrides: fc.Arbitrary<PhoneOverrides> = fc.record(
  {
    phone_ntp_server: text,
    phone_codecs: fc.subarray([...CODECS], { minLength: 1 }),
    phone_voicemail_number: text,
    phone_message_waiting: fc.boolean(),
    phone_outbound_proxy: text,
    phone_srtp: fc.constantFrom(...DEVICE_PROFILES.phone_srtp.choices),
    phone_pickup_code: text,
    phone_vlan_id: fc.integer({ min: 0, max: 4094 }),
    phone_firmware_url: address,
  },
  { requiredKeys: [] },
)

/** Any configuration of a known phone, with unvalidated texts. */
export const configurations: fc.Arbitrary<PhoneConfiguration> = fc
  .record({
    model: fc.constantFrom(...PHONE_MODELS),
    rest: fc.record({
      mac: fc.constant('80:5E:C0:11:22:33'),
      label: text,
      domain: text,
      time_zone: fc.constantFrom('America/New_York', 'Asia/Kolkata', 'Etc/UTC'),
      admin_password: fc.oneof(fc.constant(null), text),
      provisioning: fc.oneof(fc.constant(null), fc.record({ url: address, user: text, password: text })),
      settings: overrides,
      lines: fc.uniqueArray(line, { selector: (given) => given.line, maxLength: 4 }),
      keys: fc.array(key, { maxLength: 5 }),
      profile: fc.oneof(
        fc.constant(null),
        fc.record({
          name: text,
          keys: fc.array(key, { maxLength: 5 }),
          overrides,
          settings: fc.array(fc.record({ name: fc.oneof(text, fc.constant('P47')), value: text }), {
            maxLength: 5,
          }),
        }),
      ),
    }),
  })
  .map(({ model, rest }) => ({ ...rest, vendor: model.vendor, model: model.name }))

/** A reception phone with one line, a watched extension and a setting. */
export function receptionPhone(given: Partial<PhoneConfiguration> = {}): PhoneConfiguration {
  return {
    mac: '80:5E:C0:11:22:33',
    label: 'Reception',
    vendor: 'Yealink',
    model: 'T54W',
    domain: 'harbor.pbx.example',
    time_zone: 'America/New_York',
    admin_password: null,
    provisioning: {
      url: 'https://voice.example/provision/',
      user: 'harbor.pbx.example',
      password: 'Fetch-word1',
    },
    lines: [
      {
        line: 1,
        extension: '1001',
        name: 'Reception',
        password: 'S3cret!',
        transport: 'tls',
        register_expires: 600,
      },
    ],
    keys: [],
    settings: {},
    profile: {
      name: 'Front desk',
      overrides: {},
      keys: [{ category: 'line', position: 2, type: 'blf', value: '1002', label: 'Billing', line: 1 }],
      settings: [{ name: 'features.dnd.enable', value: '0' }],
    },
    ...given,
  }
}
