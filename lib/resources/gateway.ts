import {
  choice,
  choices,
  field,
  group,
  matching,
  number,
  secret,
  text,
  toggle,
} from '../records/field-builders'
import { defineResource } from '../records/resource'
import { GATEWAYS as LIMITS } from '../supabase/constraints'
import { addresses, codecs, CODECS_HINT } from './inherited'
import { HOST, switchName } from './switch-fields'
import { enabled } from './telephony-fields'

const FORMATS = choices(LIMITS.number_format.choices, {
  e164: { label: 'E.164', hint: '+12075550142, and +442079460018 abroad.' },
  e164_without_plus: { label: 'E.164 without plus', hint: '12075550142, and 442079460018 abroad.' },
  national: { label: 'Ten digits', hint: '2075550142, and 011442079460018 abroad.' },
  national_with_1: { label: '1 and ten digits', hint: '12075550142, and 011442079460018 abroad.' },
})

const HEADERS = choices(LIMITS.caller_id_header.choices, {
  none: 'Only the From header',
  'p-asserted-identity': 'P-Asserted-Identity',
  'remote-party-id': 'Remote-Party-ID',
})

const account = matching(/^[^"<>\s\p{Cc}]*$/u, 'Leave out spaces, quotes and angle brackets.')

/** A SIP trunk for outbound and inbound calls of all tenants. */
export const gateway = defineResource({
  table: 'gateways',
  section: 'superadmin',
  noun: 'gateway',
  description: 'The SIP trunks of all tenants. Outbound routes use them, and inbound calls arrive on them.',
  fields: {
    name: switchName('Its name in the switch.'),
    description: text(LIMITS.description),
    enabled,
    ...group('Connection', {
      host: text({
        label: 'Host',
        required: 'Enter the carrier’s proxy.',
        ...HOST,
        placeholder: 'sip.carrier.example',
      }),
      port: number({ ...LIMITS.port, start: 5060 }),
      transport: choice({
        options: choices(LIMITS.transport.choices, { udp: 'UDP', tcp: 'TCP', tls: 'TLS' }),
        start: 'udp',
      }),
      ping_seconds: number({
        ...LIMITS.ping_seconds,
        label: 'Ping every',
        unit: 'seconds',
        start: 30,
        hint: 'With OPTIONS, every 5 seconds or more; 0 for never. A gateway that does not answer is skipped.',
      }),
      trusted_addresses: field(
        {
          label: 'Calls come from',
          kind: 'list',
          hint: 'IP addresses or networks, one per line. Calls from elsewhere are refused.',
        },
        addresses.transform((written) => written ?? []),
        null,
      ),
    }),
    ...group('Account', {
      register: toggle({
        label: 'Register',
        hint: 'For carriers that identify us by registration, not by address.',
      }),
      expire_seconds: number({
        ...LIMITS.expire_seconds,
        label: 'Register again after',
        unit: 'seconds',
        start: 3600,
      }),
      username: text({ label: 'User name', maxLength: 128, rule: account }),
      from_user: text({
        label: 'From user',
        maxLength: 128,
        rule: account.regex(/^[^@]*$/, 'Enter only what comes before the @.'),
        hint: 'In place of the caller’s number in the From header.',
      }),
      from_domain: text({
        label: 'From domain',
        ...HOST,
        hint: 'Leave empty to use the host.',
      }),
      password: secret({ label: 'Password', hint: 'As the carrier gave it. Revealing it is recorded.' }),
    }),
    ...group('Calls', {
      codecs: field(
        {
          label: 'Codecs',
          kind: 'list',
          hint: `${CODECS_HINT} Leave empty for PCMU and PCMA.`,
        },
        codecs,
        null,
      ),
      channels: number({
        ...LIMITS.channels,
        label: 'Channels',
        empty: null,
        hint: 'Concurrent calls of all tenants, on each switch. Leave empty for no limit.',
      }),
      may_carry_emergency: toggle({
        label: 'May carry 911',
        hint: 'The carrier delivers emergency calls with their address.',
        bulk: true,
      }),
    }),
    ...group('Numbers', {
      number_format: choice({ label: 'Number format', options: FORMATS, start: 'e164' }),
      prefix: text({
        label: 'Prefix',
        maxLength: 15,
        rule: matching(/^[0-9*#]*$/, 'Use digits, * and #.'),
        hint: 'Added before every number except short ones.',
      }),
      caller_id_header: choice({ label: 'Caller ID header', options: HEADERS, start: 'p-asserted-identity' }),
    }),
  },
  rules: (form) =>
    form.superRefine(({ register, username, ping_seconds, ...calls }, context) => {
      // FreeSWITCH would send none (sofia.c).
      if (ping_seconds > 0 && ping_seconds < 5)
        context.addIssue({ code: 'custom', path: ['ping_seconds'], message: 'At least 5 seconds, or 0.' })
      if (calls.may_carry_emergency && calls.from_user !== '' && calls.caller_id_header === 'none')
        context.addIssue({
          code: 'custom',
          path: ['caller_id_header'],
          message:
            'Choose a header: this gateway may carry 911, and its From header does not show the caller’s number.',
        })
      if (register && username === '')
        context.addIssue({
          code: 'custom',
          path: ['username'],
          message: 'Enter the user name to register as.',
        })
    }),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'host', sortable: true, phone: 'secondary' },
    { id: 'number_format', phone: 'hidden' },
    { id: 'channels', sortable: true, numeric: true, phone: 'hidden' },
    { id: 'may_carry_emergency', header: '911', phone: 'secondary' },
    { id: 'enabled' },
  ],
  search: 'Name, description, host or user name',
  filters: ['enabled', 'may_carry_emergency', 'number_format'],
  sort: { column: 'name' },
  unique: ['name'],
  label: ({ name }) => name,
})
