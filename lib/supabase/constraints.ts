// Written by `npm run types` from the checks and functions of the migrations.

export const ACCEPTED_PROBLEMS = {
  name: { maxLength: 4000 },
  note: { maxLength: 500 },
  problem_key: { maxLength: 20000 },
} as const

export const ARCHIVED_CALL_MONTHS = { brought_back: { min: 0 }, calls: { min: 0 } } as const

export const AUDIT_LOG = {
  action: { choices: ['insert', 'update', 'delete', 'reveal', 'hear', 'open', 'send', 'refuse'] },
} as const

export const BILLING_ACCOUNTS = {
  currency: { choices: ['USD', 'CAD', 'EUR', 'GBP'] },
  tax_exemption: { maxLength: 80 },
  terms_days: { choices: [0, 15, 30] },
} as const

export const CALL_BLOCK_RULES = {
  action: { choices: ['reject', 'busy', 'hangup', 'voicemail', 'destination'] },
  direction: { choices: ['inbound', 'outbound'] },
  hits: { min: 0 },
  match: { choices: ['exact', 'prefix', 'anonymous'] },
  name: { maxLength: 75 },
} as const

export const CALL_CENTER_AGENTS = {
  busy_delay_time: { min: 0, max: 3600 },
  call_timeout: { min: 1, max: 300 },
  max_no_answer: { min: 0, max: 100 },
  name: { maxLength: 75 },
  no_answer_delay_time: { min: 0, max: 3600 },
  reject_delay_time: { min: 0, max: 3600 },
  status: { choices: ['Available', 'On Break', 'Logged Out'] },
  wrap_up_time: { min: 0, max: 3600 },
} as const

export const CALL_CENTER_QUEUES = {
  announce_interval: { min: 5, max: 3600 },
  caller_id_name_prefix: { maxLength: 20 },
  discard_abandoned_after: { min: 0, max: 86400 },
  max_wait_time: { min: 0, max: 86400 },
  max_wait_time_with_no_agent: { min: 0, max: 86400 },
  name: { maxLength: 75 },
  service_level_seconds: { min: 1, max: 3600 },
  strategy: {
    choices: [
      'ring-all',
      'longest-idle-agent',
      'round-robin',
      'top-down',
      'agent-with-least-talk-time',
      'agent-with-fewest-calls',
      'sequentially-by-agent-order',
      'random',
    ],
  },
  tier_rule_wait: { min: 0, max: 3600 },
} as const

export const CALL_CENTER_TIERS = { level: { min: 1, max: 999 }, position: { min: 1, max: 999 } } as const

export const CALL_EXPECTATIONS = {
  name: { maxLength: 75 },
  outcome: { choices: ['comes_to', 'ends_at', 'ends_unanswered'] },
} as const

export const CALL_FLOWS = {
  alternate_label: { maxLength: 40 },
  name: { maxLength: 75 },
  normal_label: { maxLength: 40 },
  state: { choices: ['normal', 'alternate'] },
} as const

export const CALL_RECORDINGS = {
  format: { choices: ['wav', 'mp3'] },
  size_bytes: { min: 1, max: 67108864 },
} as const

export const CDR = {
  account_code: { maxLength: 64 },
  call_uuid: { maxLength: 128 },
  codec: { maxLength: 64 },
  did: { maxLength: 16 },
  direction: { choices: ['inbound', 'outbound', 'local'] },
  duration: { min: 0 },
  extension: { maxLength: 16 },
  from_name: { maxLength: 128 },
  from_number: { maxLength: 128 },
  hangup_cause: { maxLength: 64 },
  mos: { min: 0, max: 5 },
  q850: { min: 0, max: 127 },
  recording_path: { maxLength: 1024 },
  ring_seconds: { min: 0 },
  status: { choices: ['answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled'] },
  talk_seconds: { min: 0 },
  to_number: { maxLength: 128 },
} as const

export const CDR_DAILY = {
  direction: { choices: ['inbound', 'outbound', 'local'] },
  ring_seconds: { min: 0 },
  status: { choices: ['answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled'] },
  talk_seconds: { min: 0 },
} as const

export const CDR_HOURLY = {
  direction: { choices: ['inbound', 'outbound', 'local'] },
  ring_seconds: { min: 0 },
  status: { choices: ['answered', 'missed', 'voicemail', 'busy', 'failed', 'cancelled'] },
  talk_seconds: { min: 0 },
} as const

export const CDR_LEGS = { outside_number: { maxLength: 128 }, talk_seconds: { min: 0 } } as const

export const CDR_REJECTED = {
  call_uuid: { maxLength: 128 },
  domain: { maxLength: 253 },
  reason: { maxLength: 1000 },
} as const

export const COMPANIES = {
  name: { maxLength: 128 },
  service_address: { maxLength: 500 },
  status: { choices: ['prospect', 'active', 'suspended', 'closed'] },
  type: { choices: ['company', 'tenant'] },
  website: { maxLength: 253 },
} as const

export const COMPANY_ACCOUNTS = {
  billing_address: { maxLength: 500 },
  notes: { maxLength: 4000 },
  tax_id: { maxLength: 32 },
  terms_days: { choices: [0, 15, 30] },
} as const

export const COMPANY_PROFILES = {
  address: { maxLength: 500 },
  name: { maxLength: 128 },
  payment_instructions: { maxLength: 1000 },
  phone: { maxLength: 40 },
  quote_terms: { maxLength: 4000 },
  tax_id: { maxLength: 32 },
} as const

export const CONFERENCE_ROOMS = {
  announces: { choices: ['nothing', 'tone', 'name'] },
  max_members: { min: 2, max: 200 },
  name: { maxLength: 75 },
} as const

export const CONTACTS = {
  email: { maxLength: 254 },
  name: { maxLength: 120 },
  role: { maxLength: 120 },
} as const

export const DESTINATIONS = {
  kind: {
    choices: [
      'extensions',
      'voicemails',
      'ring_groups',
      'ivr_menus',
      'call_centers',
      'call_flows',
      'time_conditions',
      'conference_rooms',
      'paging_groups',
      'fax_boxes',
      'recordings',
      'external',
      'other',
      'unknown',
    ],
  },
} as const

export const DEVICE_KEYS = {
  category: { choices: ['line', 'memory', 'expansion'] },
  label: { maxLength: 64 },
  line: { min: 1, max: 48 },
  position: { min: 1, max: 500 },
  type: { choices: ['none', 'line', 'blf', 'speed_dial', 'park', 'transfer'] },
} as const

export const DEVICE_LINES = {
  line: { min: 1, max: 48 },
  register_expires: { min: 60, max: 86400 },
  transport: { choices: ['udp', 'tcp', 'tls'] },
} as const

export const DEVICE_PROFILE_KEYS = {
  category: { choices: ['line', 'memory', 'expansion'] },
  label: { maxLength: 64 },
  line: { min: 1, max: 48 },
  position: { min: 1, max: 500 },
  type: { choices: ['none', 'line', 'blf', 'speed_dial', 'park', 'transfer'] },
} as const

export const DEVICE_PROFILE_SETTINGS = { value: { maxLength: 1000 } } as const

export const DEVICE_PROFILES = {
  description: { maxLength: 255 },
  model: { maxLength: 64 },
  name: { maxLength: 75 },
  phone_resync_minutes: { min: 60, max: 10080 },
  phone_rtp_dscp: { min: 0, max: 63 },
  phone_sip_dscp: { min: 0, max: 63 },
  phone_srtp: { choices: ['off', 'optional', 'required'] },
  phone_vlan_id: { min: 0, max: 4094 },
  phone_vlan_priority: { min: 0, max: 7 },
  vendor: { maxLength: 64 },
} as const

export const DEVICES = {
  label: { maxLength: 128 },
  location: { maxLength: 128 },
  model: { maxLength: 64 },
  serial_number: { maxLength: 64 },
  vendor: { maxLength: 64 },
} as const

export const DID_CONDITIONS = {
  match: { choices: ['exact', 'prefix', 'anonymous'] },
  position: { min: 1, max: 100 },
} as const

export const DID_COSTS = { monthly_cost: { min: 0, max: 99999 } } as const

export const DIDS = {
  carrier: { maxLength: 64 },
  description: { maxLength: 255 },
  distinctive_ring: {
    choices: ['', 'Bellcore-dr1', 'Bellcore-dr2', 'Bellcore-dr3', 'Bellcore-dr4', 'Bellcore-dr5'],
  },
  e911_answered_by: { maxLength: 254 },
  e911_reason: { maxLength: 500 },
  e911_reference: { maxLength: 120 },
  e911_state: { choices: ['none', 'submitted', 'confirmed', 'rejected'] },
  e911_submitted_by: { maxLength: 254 },
  status: {
    choices: ['available', 'reserved', 'assigned', 'porting_in', 'porting_out', 'aging', 'released'],
  },
} as const

export const EMERGENCY_ADDRESSES = {
  city: { maxLength: 60 },
  country: { choices: ['US', 'CA'] },
  label: { maxLength: 60 },
  street: { maxLength: 120 },
  unit: { maxLength: 60 },
} as const

export const EXTENSION_FOLLOW_ME = {
  delay: { min: 0, max: 300 },
  position: { min: 1, max: 5 },
  timeout: { min: 5, max: 300 },
} as const

export const EXTENSIONS = {
  call_timeout: { min: 5, max: 600 },
  concurrent_limit: { min: 1, max: 100 },
  description: { maxLength: 255 },
  effective_caller_id_name: { maxLength: 60 },
  first_name: { maxLength: 60 },
  last_name: { maxLength: 60 },
  location: { maxLength: 128 },
  recording: { choices: ['none', 'inbound', 'outbound', 'all'] },
  toll_class: { choices: ['internal', 'local', 'national', 'international'] },
} as const

export const FAX_BOXES = { name: { maxLength: 75 } } as const

export const FAXES = {
  from_number: { maxLength: 128 },
  from_station: { maxLength: 64 },
  pages: { min: 0 },
  problem: { maxLength: 255 },
  size_bytes: { min: 1, max: 67108864 },
} as const

export const FEATURE_CODES = { name: { maxLength: 60 } } as const

export const GATEWAYS = {
  caller_id_header: { choices: ['none', 'p-asserted-identity', 'remote-party-id'] },
  channels: { min: 1, max: 10000 },
  description: { maxLength: 255 },
  expire_seconds: { min: 60, max: 86400 },
  number_format: { choices: ['e164', 'e164_without_plus', 'national', 'national_with_1'] },
  ping_seconds: { min: 0, max: 3600 },
  port: { min: 1, max: 65535 },
  transport: { choices: ['udp', 'tcp', 'tls'] },
} as const

export const INVENTORY = {
  asset_tag: { maxLength: 64 },
  location: { maxLength: 128 },
  model: { maxLength: 64 },
  name: { maxLength: 128 },
  notes: { maxLength: 2000 },
  purchase_cost: { min: 0 },
  serial: { maxLength: 64 },
  status: { choices: ['ordered', 'in_stock', 'reserved', 'staged', 'shipped', 'deployed', 'rma', 'retired'] },
  warranty_months: { min: 0, max: 240 },
} as const

export const INVOICE_LINES = {
  description: { maxLength: 255 },
  kind: { choices: ['recurring', 'one_off', 'usage', 'adjustment', 'tax'] },
  line_key: { maxLength: 120 },
} as const

export const INVOICES = {
  bill_to: { maxLength: 640 },
  currency: { choices: ['USD', 'CAD', 'EUR', 'GBP'] },
  issuer: { maxLength: 1024 },
  note: { maxLength: 1000 },
  payment_instructions: { maxLength: 1000 },
  status: { choices: ['draft', 'issued', 'paid', 'void'] },
  tax_exemption: { maxLength: 80 },
  terms_days: { choices: [0, 15, 30] },
  void_reason: { maxLength: 500 },
} as const

export const IVR_MENU_OPTIONS = { description: { maxLength: 255 }, position: { min: 0, max: 9999 } } as const

export const IVR_MENUS = {
  caller_id_name_prefix: { maxLength: 20 },
  description: { maxLength: 255 },
  digit_length: { min: 1, max: 6 },
  inter_digit_timeout_ms: { min: 1, max: 10000 },
  max_failures: { min: 1, max: 10 },
  max_timeouts: { min: 1, max: 10 },
  name: { maxLength: 75 },
  timeout_ms: { min: 1, max: 60000 },
} as const

export const LICENSES = {
  cap: { choices: ['hard', 'soft'] },
  product: { choices: ['call_center_agent', 'recording', 'fax'] },
  purchased: { min: 0, max: 100000 },
} as const

export const LIVE_CALLS = {
  called_number: { maxLength: 64 },
  caller_name: { maxLength: 128 },
  caller_number: { maxLength: 64 },
  codec: { maxLength: 64 },
  direction: { choices: ['inbound', 'outbound', 'local'] },
  mos: { min: 0, max: 5 },
  other_name: { maxLength: 128 },
  other_number: { maxLength: 64 },
  state: {
    choices: [
      'routing',
      'ringing',
      'talking',
      'held',
      'menu',
      'waiting',
      'voicemail',
      'fax',
      'playing',
      'parked',
      'conference',
    ],
  },
} as const

export const MAILS = {
  attachment: { maxLength: 255 },
  attempts: { min: 0 },
  body: { maxLength: 10000 },
  cause: { maxLength: 255 },
  kind: {
    choices: ['emergency', 'missed_call', 'voicemail', 'fax', 'pin', 'quote', 'invitation', 'password'],
  },
  problem: { maxLength: 500 },
  subject: { maxLength: 255 },
} as const

export const MEMBERS = {
  email: { maxLength: 254 },
  full_name: { maxLength: 120 },
  status: { choices: ['active', 'disabled'] },
} as const

export const NOTES = { author_name: { maxLength: 254 }, body: { maxLength: 4000 } } as const

export const NUMBER_COVERAGE = {
  carrier: { maxLength: 128 },
  line_type: { choices: ['', 'fixed line', 'mobile', 'voip', 'toll free'] },
  rate_center: { maxLength: 64 },
} as const

export const NUMBER_LOOKUPS = { kind: { choices: ['lookup', 'portability'] } } as const

export const OPPORTUNITIES = {
  amount: { min: 0 },
  lost_reason: { maxLength: 500 },
  name: { maxLength: 160 },
  probability: { min: 0, max: 100 },
  status: { choices: ['lead', 'qualified', 'proposal', 'negotiation', 'won', 'lost'] },
} as const

export const OPPORTUNITY_ITEMS = {
  description: { maxLength: 255 },
  monthly_price: { min: 0, max: 999999999 },
  one_off_price: { min: 0, max: 999999999 },
  position: { min: 1, max: 1000 },
  quantity: { min: 1, max: 100000 },
} as const

export const OPPORTUNITY_NUMBERS = { carrier: { maxLength: 128 }, note: { maxLength: 500 } } as const

export const OUTBOUND_ROUTES = {
  concurrent_limit: { min: 1, max: 1000 },
  description: { maxLength: 255 },
  matches: {
    choices: ['emergency', 'local', 'national', 'toll_free', 'international', 'premium', 'pattern'],
  },
  name: { maxLength: 75 },
  position: { min: 1, max: 9999 },
  strip_digits: { min: 0, max: 15 },
  toll_class: { choices: ['emergency', 'local', 'national', 'international', 'premium'] },
} as const

export const PAGING_GROUP_MEMBERS = { position: { min: 1, max: 100 } } as const

export const PAGING_GROUPS = { name: { maxLength: 75 } } as const

export const PARK_LOTS = {
  name: { maxLength: 75 },
  places: { min: 1, max: 50 },
  timeout: { min: 10, max: 3600 },
} as const

export const PAYMENTS = {
  currency: { choices: ['USD', 'CAD', 'EUR', 'GBP'] },
  method: { choices: ['card', 'ach', 'check', 'wire', 'cash', 'other', 'refund'] },
  note: { maxLength: 500 },
  reference: { maxLength: 128 },
} as const

export const PORT_LETTERS = { name: { maxLength: 200 }, size_bytes: { min: 1, max: 10485760 } } as const

export const PORT_ORDERS = {
  account_number: { maxLength: 64 },
  authorized_person: { maxLength: 128 },
  carrier: { maxLength: 64 },
  exception_reason: { maxLength: 500 },
  losing_carrier: { maxLength: 128 },
  name: { maxLength: 128 },
  notes: { maxLength: 2000 },
  service_address: { maxLength: 500 },
  state: { choices: ['draft', 'submitted', 'exception', 'foc_confirmed', 'ported', 'cancelled'] },
} as const

export const PORTAL_USER_EXTENSIONS = { position: { min: 1, max: 100 } } as const

export const PORTAL_USERS = {
  name: { maxLength: 120 },
  role: { choices: ['user', 'tenant_admin', 'agent'] },
} as const

export const PROVISIONING_LOG = {
  account: { choices: ['own', 'other', 'none'] },
  address: { maxLength: 64 },
  agent: { maxLength: 255 },
  bytes: { min: 0 },
  file: { maxLength: 128 },
  status: { min: 200, max: 599 },
} as const

export const QUEUE_WAITS = {
  caller_number: { maxLength: 64 },
  outcome: { choices: ['answered', 'abandoned', 'timed_out', 'no_agents', 'exited'] },
} as const

export const QUOTES = {
  decided_by: { maxLength: 128 },
  decline_reason: { maxLength: 500 },
  issuer: { maxLength: 1024 },
  number: { maxLength: 32 },
  recipient: { maxLength: 500 },
  revision: { min: 1, max: 999 },
  sender: { maxLength: 500 },
  sent_to: { maxLength: 254 },
  status: { choices: ['draft', 'sent', 'accepted', 'declined', 'replaced'] },
  subject: { maxLength: 256 },
  terms: { maxLength: 4000 },
} as const

export const RATE_PLAN_RATES = {
  connect_fee: { min: 0, max: 1000 },
  cost_per_minute: { min: 0, max: 1000 },
  description: { maxLength: 120 },
  first_increment: { min: 1, max: 3600 },
  included_seconds: { min: 0, max: 3600 },
  next_increment: { min: 1, max: 3600 },
} as const

export const RATE_PLANS = {
  currency: { choices: ['USD', 'CAD', 'EUR', 'GBP'] },
  description: { maxLength: 500 },
  name: { maxLength: 120 },
} as const

export const RECORDINGS = {
  description: { maxLength: 255 },
  format: { choices: ['wav', 'mp3'] },
  name: { maxLength: 75 },
  size_bytes: { min: 1, max: 10485760 },
  spoken_text: { maxLength: 2000 },
} as const

export const REGISTRATION_FAILURES = {
  account: { maxLength: 64 },
  address: { maxLength: 64 },
  agent: { maxLength: 255 },
  reason: { choices: ['wrong_password', 'unknown_extension', 'out_of_service', 'blocked_address'] },
} as const

export const REGISTRATIONS = {
  address: { maxLength: 64 },
  agent: { maxLength: 255 },
  call_id: { maxLength: 255 },
  contact: { maxLength: 512 },
  ended_by: { maxLength: 320 },
  lost_by: { choices: ['expired', 'unregistered', 'gone', 'staff'] },
  ping_ms: { min: 0 },
  port: { min: 0, max: 65535 },
  transport: { choices: ['udp', 'tcp', 'tls', 'ws', 'wss'] },
} as const

export const RING_GROUP_MEMBERS = {
  delay: { min: 0, max: 300 },
  position: { min: 1, max: 999 },
  timeout: { min: 1, max: 300 },
} as const

export const RING_GROUPS = {
  call_timeout: { min: 1, max: 600 },
  caller_id_name_prefix: { maxLength: 20 },
  name: { maxLength: 75 },
  ringback: { choices: ['us_ring', 'uk_ring', 'eu_ring', 'hold_music', 'silence'] },
  strategy: { choices: ['simultaneous', 'sequence', 'random', 'rollover', 'enterprise'] },
} as const

export const ROLES = { description: { maxLength: 500 }, label: { maxLength: 60 } } as const

export const SERVICES = {
  description: { maxLength: 2000 },
  monthly_price: { min: 0 },
  name: { maxLength: 128 },
  one_off_price: { min: 0 },
  seat_product: { choices: ['extension', 'call_center_agent', 'recording', 'fax'] },
} as const

export const STOCK_MINIMUMS = { minimum: { min: 0, max: 100000 }, model: { maxLength: 64 } } as const

export const SUBSCRIPTIONS = {
  cycle: { choices: ['monthly', 'quarterly', 'yearly'] },
  description: { maxLength: 255 },
  quantity: { min: 1, max: 100000 },
  setup_fee: { min: 0 },
  unit_price: { min: 0 },
} as const

export const SWITCH_COMMANDS = {
  command: { choices: ['ring', 'resync', 'reboot', 'end', 'hang_up', 'move', 'listen'] },
  problem: { maxLength: 255 },
} as const

export const SWITCHES = {
  description: { maxLength: 255 },
  external_profile_port: { min: 1, max: 65534 },
  internal_profile_port: { min: 1, max: 65534 },
} as const

export const TASKS = { author_name: { maxLength: 254 }, name: { maxLength: 200 } } as const

export const TAX_JURISDICTIONS = {
  name: { maxLength: 80 },
  percent: { min: 0, max: 100 },
  tax: { maxLength: 80 },
} as const

export const TENANT_SETTINGS = {
  concurrent_call_limit: { min: 1, max: 100000 },
  country: { choices: ['US', 'CA'] },
  did_limit: { min: 0, max: 100000 },
  phone_resync_minutes: { min: 60, max: 10080 },
  phone_rtp_dscp: { min: 0, max: 63 },
  phone_sip_dscp: { min: 0, max: 63 },
  phone_srtp: { choices: ['off', 'optional', 'required'] },
  phone_vlan_id: { min: 0, max: 4094 },
  phone_vlan_priority: { min: 0, max: 7 },
  recording_retention_days: { min: 1, max: 3650 },
} as const

export const TENANTS = {
  domain: { maxLength: 253 },
  extension_limit: { min: 0, max: 100000 },
  status: { choices: ['active', 'suspended'] },
  suspension_reason: { maxLength: 200 },
} as const

export const TIME_CONDITION_RULES = {
  name: { maxLength: 75 },
  position: { min: 0, max: 9999 },
  state: { choices: ['open', 'closed'] },
} as const

export const TIME_CONDITIONS = { description: { maxLength: 255 }, name: { maxLength: 75 } } as const

export const UNKNOWN_PHONES = { address: { maxLength: 64 }, agent: { maxLength: 255 } } as const

export const VOICEMAIL_MESSAGES = {
  account: { maxLength: 64 },
  from_name: { maxLength: 128 },
  from_number: { maxLength: 128 },
  seconds: { min: 0 },
  size_bytes: { min: 1, max: 67108864 },
  sound_problem: { maxLength: 255 },
} as const

export const CYCLE_MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const

export const DIAL_PATTERN =
  '^(?:(?:[0-9#,.-]|\\\\[d+*.()\\[\\]{}|^$?\\\\-]|\\[\\^?(?:[0-9]-[0-9]|[0-9*#+]|\\\\d)+\\])(?:(?:[*+?]|\\{[0-9]{1,2}(?:,[0-9]{0,2})?\\})\\??)?|\\)(?:[*+?]\\??)?|[(|^$])+$' as const

export const EMERGENCY_NUMBERS = ['911', '933', '988'] as const

export const FEATURES = [
  'check_voicemail',
  'own_voicemail',
  'company_directory',
  'record',
  'call_forward',
  'do_not_disturb',
  'follow_me',
  'group_pickup',
  'directed_pickup',
  'park',
  'agent_sign_in',
  'agent_break',
] as const

export const MOST_BEHIND = 1000 as const

export const PLAN_LIMITS = {
  models: 20,
  phones: 1000,
  extensions: 1000,
  numbers_per_port_order: 1000,
} as const

export const PRODUCT_SETTINGS = {
  country: 'US',
  area_code: null,
  language: 'en-US',
  outbound_did_id: null,
  hold_music_recording_id: null,
  extension_low: 1000,
  extension_high: 1999,
  did_limit: null,
  concurrent_call_limit: null,
  voicemail_enabled: true,
  voicemail_attach: true,
  voicemail_keep: true,
  recording_retention_days: 90,
  emergency_notification_emails: null,
  registration_addresses: null,
} as const

export const STAGE_PROBABILITY = {
  lead: 10,
  qualified: 25,
  proposal: 50,
  negotiation: 70,
  won: 100,
  lost: 0,
} as const
