import { expect, test } from 'vitest'
import {
  KEY_TYPES,
  type KeyCategory,
  type PhoneConfiguration,
  type PhoneKey,
} from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import type { PhoneOverrides } from '@/lib/telephony/provisioning/phone-settings'
import { receptionPhone } from './arbitrary'

/** Keys of every type in sequence, from a position on; half of them labeled. */
const keysFrom = (category: KeyCategory, first: number): PhoneKey[] =>
  KEY_TYPES.map((type, index) => ({
    category,
    position: first + index,
    type,
    value: type === 'line' || type === 'none' ? '' : `590${index}`,
    label: index % 2 ? `Key ${index}` : '',
    line: (index % 2) + 1,
  }))

const ALL: PhoneOverrides = {
  phone_ntp_server: 'time.example',
  phone_codecs: ['G722', 'G729', 'OPUS'],
  phone_voicemail_number: '*96',
  phone_message_waiting: false,
  phone_outbound_proxy: 'edge.example:5070',
  phone_srtp: 'required',
  phone_pickup_code: '*8',
  phone_vlan_id: 20,
  phone_vlan_priority: 3,
  phone_sip_dscp: 40,
  phone_rtp_dscp: 34,
  phone_firmware_url: 'https://firmware.example/phones/',
  phone_resync_minutes: 60,
}

const [first] = receptionPhone().lines
const line = (number: number, given: Partial<PhoneConfiguration['lines'][number]> = {}) => ({
  ...(first as PhoneConfiguration['lines'][number]),
  line: number,
  extension: String(1000 + number),
  ...given,
})

/** A phone with every possible setting. */
const full = (given: Partial<PhoneConfiguration>): Partial<PhoneConfiguration> => ({
  admin_password: 'Adm1n-word',
  settings: ALL,
  lines: [line(1), line(2, { name: '', password: null, transport: 'udp', register_expires: 20 })],
  keys: [...keysFrom('line', 1), ...keysFrom('memory', 1), ...keysFrom('expansion', 1)],
  profile: null,
  ...given,
})

/** A phone without settings, in a time zone without clock changes. */
const bare = (given: Partial<PhoneConfiguration>): Partial<PhoneConfiguration> => ({
  provisioning: null,
  time_zone: 'Asia/Kolkata',
  lines: [line(1, { transport: 'tcp' })],
  profile: null,
  ...given,
})

/** A profile with vendor parameters, one of which replaces a generated one. */
const setting = (name: string, value: string): PhoneConfiguration['profile'] => ({
  name: '',
  keys: [],
  overrides: {},
  settings: [
    { name, value },
    { name: 'P9999', value: '1 & 2' },
  ],
})

const yealink = { vendor: 'Yealink', model: 'T33G' }
const polycom = { mac: '64:16:7F:11:22:33', vendor: 'Polycom', model: 'VVX 250' }
const grandstream = { mac: '00:0B:82:11:22:33', vendor: 'Grandstream', model: 'GRP2614' }
const snom = { mac: '00:04:13:11:22:33', vendor: 'Snom', model: 'D785' }
const overHttp = {
  url: 'http://10.0.0.1:3000/provision/',
  user: 'harbor.pbx.example',
  password: 'Fetch-word1',
}

const PHONES: Record<string, Partial<PhoneConfiguration>> = {
  'yealink-full': full({ ...yealink, model: 'T43U' }),
  'yealink-bare': bare(yealink),
  'yealink-modules': bare({
    ...yealink,
    model: 'T43U',
    keys: keysFrom('expansion', 59),
    profile: setting('account.1.label', 'Own'),
  }),
  'yealink-base': full({ ...yealink, model: 'W70B' }),
  'polycom-full': full({ ...polycom, model: 'VVX 450' }),
  'polycom-bare': bare(polycom),
  'polycom-required': bare({
    ...polycom,
    lines: [line(1), line(2)],
    settings: { phone_srtp: 'required' },
    profile: setting('reg.1.label', 'Own'),
  }),
  'polycom-clear': bare({ ...polycom, lines: [line(1)], settings: { phone_srtp: 'off' } }),
  'polycom-tcp-proxy': bare({
    ...polycom,
    provisioning: overHttp,
    time_zone: 'Europe/Berlin',
    settings: { phone_outbound_proxy: 'edge.example', phone_srtp: 'off' },
  }),
  'grandstream-full': full({
    ...grandstream,
    keys: [...keysFrom('line', 1), ...[1, 7, 13, 19].flatMap((place) => keysFrom('memory', place))],
  }),
  'grandstream-bare': bare(grandstream),
  'grandstream-parameters': bare({ ...grandstream, time_zone: 'Etc/UTC', profile: setting('P47', 'edge') }),
  'grandstream-over-http': bare({
    ...grandstream,
    model: 'GRP2616',
    provisioning: overHttp,
    lines: [1, 2, 3, 4, 5, 6].map((number) => line(number)),
    settings: { phone_outbound_proxy: 'edge.example', phone_codecs: ['PCMA', 'OPUS'] },
  }),
  'grandstream-gxp': full({ ...grandstream, model: 'GXP2160' }),
  'grandstream-unknown': full({ ...grandstream, model: 'GXV3999', keys: keysFrom('line', 6) }),
  'grandstream-adapter': full({ ...grandstream, model: 'HT802' }),
  'grandstream-adapter-bare': bare({ ...grandstream, model: 'HT812', settings: { phone_codecs: ['G722'] } }),
  'grandstream-adapter-one-port': bare({ ...grandstream, model: 'HT801' }),
  'grandstream-base': full({ ...grandstream, model: 'DP752' }),
  'grandstream-base-bare': bare({ ...grandstream, model: 'DP750', lines: [] }),
  'snom-full': full(snom),
  'snom-bare': bare(snom),
  'snom-clear': bare({
    ...snom,
    lines: [line(1)],
    settings: { phone_srtp: 'off' },
    profile: setting('user_host', 'edge'),
  }),
  'snom-optional': bare({
    ...snom,
    time_zone: 'America/New_York',
    lines: [line(1, { name: '' })],
    settings: { phone_outbound_proxy: 'edge.example' },
  }),
}

test.each(Object.entries(PHONES))('the files of %s match the approved ones', async (name, given) => {
  const files = filesOf(receptionPhone(given))
  const text = files.map((file) => `${file.name} (${file.contentType})\n${file.text}`).join('\n')
  await expect(text).toMatchFileSnapshot(`./approved/${name}.txt`)
})
