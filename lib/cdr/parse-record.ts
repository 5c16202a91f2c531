import { createHash } from 'node:crypto'
import { clipped } from '../clipped'
import { DAY_MS } from '../dates/calendar'
import { CDR } from '../supabase/constraints'
import { OUTSIDE_NUMBER, PATH, RINGS, WITHHELD } from '../switch/channel-variables'
import { isUuid } from '../validation/uuid'
import { legsOf } from './call-legs'
import { pathOf } from './call-path'
import { CALL_DIRECTIONS, type CallDirection, type CallRecord, MalformedRecord } from './call-record'
import { statusOf, takenAt } from './call-status'
import { decodedVariables } from './url-encoding'
import { firstText, momentOf, objectOf, objectsOf, storedNumber, textOf } from './variables'

const EARLIEST_START = Date.UTC(2000, 0, 1)
/** Tolerance for a switch clock that runs ahead. */
const LATEST_AHEAD_MS = DAY_MS
/** A longer call means that the clock was set during it. */
const LONGEST_DAYS = 30
/** Besides what dial plans keep, FreeSWITCH's own: all keys pressed during the call, PINs and card numbers among them, and SRTP keys. */
const SECRET = /(password|secret|token|(^|_)pin)($|_)|^digits_dialed$|_crypto_key$/i
/**
 * A name and its text in JSON, also where the text is cut off. Its end is the first quotation mark after an even number of backslashes: a
 * repeated group would exceed the stack in a text of 16 MB.
 */
const PAIR = /"([^"\\]+)"(\s*:\s*)"(.*?)("(?<=(?<!\\)(?:\\\\)*")|$)/gs
/** SRTP keys in a session description (RFC 4568). */
const SRTP_KEY = /\binline:[^\s|]+/g
/** Variables in which FreeSWITCH keeps who the caller is, as the carrier says (sofia_handle_sip_i_invite). */
const CALLER =
  /^sip_(from_(user|user_stripped|uri|display|comment)|(handle_)?full_from|contact_(user|uri)|P-(Asserted|Preferred)-Identity|Remote-Party-ID)$/
const EXTENSION = /^\d{2,7}$/
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/**
 * Parses one record of FreeSWITCH's mod_json_cdr: `variables` (values URL-encoded or not) and `callflow`, newest entry first.
 * Throws MalformedRecord.
 */
export function parseRecord(json: unknown, now = Date.now()): CallRecord {
  if (json === undefined) throw new MalformedRecord('The record is not valid JSON.')
  const record = objectOf(json)
  if (typeof record.variables !== 'object' || record.variables === null) {
    throw new MalformedRecord('The record has no variables.')
  }
  const variables = decodedVariables(objectOf(record.variables))
  const callflow = objectsOf(record.callflow)
  const profiles = callflow.map((entry) => objectOf(entry.caller_profile))
  const first = profiles.at(-1) ?? {}

  const callUuid = clipped(
    firstText({ ...first, ...variables }, 'uuid', 'call_uuid'),
    CDR.call_uuid.maxLength,
  )
  if (!callUuid) throw new MalformedRecord('The record has no call uuid (variable uuid).')
  const times = timesOf(variables, now)
  const from = firstOf(textOf(first, 'caller_id_number'), variables, 'caller_id_number', 'sip_from_user')
  const to = firstOf(textOf(first, 'destination_number'), variables, 'destination_number', 'sip_to_user')
  const direction = directionOf(variables)
  const origin = originOf(variables, profiles, objectsOf(objectOf(record.app_log).applications))
  const legs = legsOf(callflow, times.start_at, origin ? { uuid: callUuid, variables } : undefined)
  const path = pathOf(textOf(variables, PATH))
  // A leg is taken by whoever answers it.
  const answer_at = origin ? times.answer_at : takenAt(times.answer_at, { legs, path })

  return {
    id: callId(callUuid),
    call_uuid: callUuid,
    leg_of: origin ? callId(origin) : null,
    outside_number: (origin && storedNumber(textOf(variables, OUTSIDE_NUMBER))) || null,
    tenant: tenantOf(variables),
    domains: domainsOf(variables, first),
    dialed: [to, ...['sip_to_user', 'sip_req_user', 'rdnis'].map((name) => textOf(variables, name))]
      .map(storedNumber)
      .filter((number, index, all) => /^\+\d{7,15}$/.test(number) && all.indexOf(number) === index),
    ...(origin
      ? { extensions: [], reached: answer_at ? extensionsIn([textOf(variables, 'dialed_user')]) : [] }
      : extensionsOf(direction, variables, profiles)),
    direction,
    status: statusOf(variables, answer_at !== null, path),
    ...times,
    answer_at,
    ...secondsOf({ ...times, answer_at }),
    from_number: storedNumber(from),
    from_name: clipped(
      firstOf(textOf(first, 'caller_id_name'), variables, 'caller_id_name'),
      CDR.from_name.maxLength,
    ),
    to_number: storedNumber(to),
    account_code: clipped(textOf(variables, 'accountcode'), CDR.account_code.maxLength) || null,
    hangup_cause: clipped(textOf(variables, 'hangup_cause'), CDR.hangup_cause.maxLength),
    q850: numberBetween(textOf(variables, 'hangup_cause_q850'), CDR.q850),
    mos: numberBetween(textOf(variables, 'rtp_audio_in_mos'), CDR.mos),
    codec: codecOf(variables),
    recording_path: recordingOf(variables),
    addresses: {
      caller: firstText({ ...variables, ...first }, 'network_addr', 'sip_network_ip') || undefined,
      caller_media: addressOf(variables, 'remote_media'),
      switch_media: addressOf(variables, 'local_media'),
      user_agent: clipped(textOf(variables, 'sip_user_agent'), 256) || undefined,
    },
    legs,
    path,
    raw: masked({ ...record, variables }),
  }
}

/** The CDR's id: the call's uuid, or a stable id derived from the switch's name for the call. */
export function callId(callUuid: string): string {
  if (isUuid(callUuid)) return callUuid.toLowerCase()
  const hash = createHash('md5').update(callUuid).digest('hex')
  return hash.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-3$3-8$4-$5')
}

function timesOf(variables: Record<string, unknown>, now: number) {
  const moment = (name: string) =>
    momentOf(textOf(variables, `${name}_uepoch`)) ?? momentOf(`${textOf(variables, `${name}_epoch`)}000000`)
  const start = moment('start')
  if (!start)
    throw new MalformedRecord('The record has no start time (variable start_uepoch or start_epoch).')
  const startMs = Date.parse(start)
  if (startMs < EARLIEST_START || startMs > now + LATEST_AHEAD_MS) {
    throw new MalformedRecord(`The call starts at ${start}, which is not possible. Check the switch's clock.`)
  }
  const end = moment('end')
  if (!end) throw new MalformedRecord('The record has no end time (variable end_uepoch or end_epoch).')
  const endMs = Date.parse(end)
  if (endMs < startMs) throw new MalformedRecord('The call ends before it starts.')
  if (endMs > startMs + LONGEST_DAYS * DAY_MS)
    throw new MalformedRecord(
      `The call lasts for more than ${LONGEST_DAYS} days, which is not possible. Check the switch's clock.`,
    )
  if (endMs > now + LATEST_AHEAD_MS)
    throw new MalformedRecord(`The call ends at ${end}, which is not possible. Check the switch's clock.`)
  const answer = moment('answer') ?? null
  if (answer && (Date.parse(answer) < startMs || Date.parse(answer) > endMs)) {
    throw new MalformedRecord('The call is answered before it starts or after it ends.')
  }
  return { start_at: start, answer_at: answer, end_at: end }
}

function secondsOf({ start_at, answer_at, end_at }: ReturnType<typeof timesOf>) {
  const seconds = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 1000)
  return {
    ring_seconds: seconds(start_at, answer_at ?? end_at),
    talk_seconds: answer_at ? seconds(answer_at, end_at) : 0,
    duration: seconds(start_at, end_at),
  }
}

/** The dial plan's direction of the call; the channel's own `direction` only says who sent the first packet. */
function directionOf(variables: Record<string, unknown>): CallDirection | null {
  const recorded = textOf(variables, 'call_direction')
  return CALL_DIRECTIONS.find((direction) => direction === recorded) ?? null
}

/**
 * The call that a leg was created for. The caller profile says so of the legs that mod_callcenter originates; `uuid_bridge` sets it on
 * incoming calls too, when they are picked up or connected with another (switch_ivr_bridge.c), and they remain calls of their own. But
 * a phone that takes a call out of a lot is its leg; mod_valet_parking sets valet_lot_extension of the calls that wait there.
 */
function originOf(
  variables: Record<string, unknown>,
  profiles: Record<string, unknown>[],
  applications: Record<string, unknown>[],
): string {
  const unparks =
    applications.some((application) => textOf(application, 'app_name') === 'valet_park') &&
    textOf(variables, 'valet_lot_extension') === ''
  const isLeg = textOf(variables, 'direction') === 'outbound' || unparks
  const [originator] = profiles.flatMap((profile) =>
    objectsOf(objectOf(profile.originator).originator_caller_profiles),
  )
  return textOf(variables, 'originating_leg_uuid') || (isLeg ? textOf(originator ?? {}, 'uuid') : '')
}

function tenantOf(variables: Record<string, unknown>): string | null {
  const uuid = textOf(variables, 'domain_uuid')
  return isUuid(uuid) ? uuid : null
}

function domainsOf(variables: Record<string, unknown>, profile: Record<string, unknown>): string[] {
  return [
    ...['domain_name', 'dialed_domain', 'sip_auth_realm', 'sip_to_host', 'sip_req_host', 'sip_from_host'].map(
      (name) => textOf(variables, name),
    ),
    textOf(profile, 'context'),
  ]
    .map((domain) => domain.toLowerCase())
    .filter((domain, index, all) => DOMAIN.test(domain) && all.indexOf(domain) === index)
}

/** The tenant's party in the call: the called party of an inbound call, otherwise the caller. And whom a call from inside reached. */
function extensionsOf(
  direction: CallDirection | null,
  variables: Record<string, unknown>,
  profiles: Record<string, unknown>[],
): Pick<CallRecord, 'extensions' | 'reached'> {
  const reached = [
    ...['last_sent_callee_id_number', RINGS, 'dialed_user'].map((name) => textOf(variables, name)),
    ...profiles.flatMap((profile) => [
      ...objectsOf(objectOf(profile.originatee).originatee_caller_profiles).map((peer) =>
        textOf(peer, 'destination_number'),
      ),
      textOf(profile, 'destination_number'),
    ]),
  ]
  const made = [
    ...['number_alias', 'user_name', 'sip_from_user', 'caller_id_number'].map((name) =>
      textOf(variables, name),
    ),
    ...profiles.map((profile) => textOf(profile, 'username')),
  ]
  const candidates = direction === 'inbound' ? reached : [...made, ...(direction ? [] : reached)]
  return { extensions: extensionsIn(candidates), reached: extensionsIn(direction === 'local' ? reached : []) }
}

/** Distinct extensions. By a set, because a call flow of 16 MB has a hundred thousand of them. */
function extensionsIn(numbers: readonly string[]): string[] {
  return [...new Set(numbers.filter((number) => EXTENSION.test(number)))]
}

function codecOf(variables: Record<string, unknown>): string | null {
  const codec = textOf(variables, 'read_codec')
  return codec
    ? clipped([codec, textOf(variables, 'read_rate')].filter(Boolean).join('/'), CDR.codec.maxLength)
    : null
}

function recordingOf(variables: Record<string, unknown>): string | null {
  // FreeSWITCH keeps no recording in which nothing was written, as where the call was not answered.
  if (textOf(variables, 'RECORD_DISCARDED') === 'true') return null
  const [folder, name] = [textOf(variables, 'record_path'), textOf(variables, 'record_name')]
  const path =
    folder && name
      ? `${folder}/${name}`
      : firstText(variables, 'record_file_path', 'recording_path') || recordedRoom(variables)
  return clipped(path, CDR.recording_path.maxLength) || null
}

/** The conference recording named after this call; other calls in the conference have none of their own. */
function recordedRoom(variables: Record<string, unknown>): string {
  const path = textOf(variables, 'conference_recording')
  return path.endsWith(`/${textOf(variables, 'uuid')}.wav`) ? path : ''
}

function addressOf(variables: Record<string, unknown>, which: string): string | undefined {
  const [ip, port] = [textOf(variables, `${which}_ip`), textOf(variables, `${which}_port`)]
  return ip ? [ip, port].filter(Boolean).join(':') : undefined
}

function numberBetween(text: string, { min, max }: { min: number; max: number }): number | null {
  const value = Number(text)
  return text !== '' && value >= min && value <= max ? value : null
}

function firstOf(text: string, variables: Record<string, unknown>, ...names: string[]): string {
  return text || firstText(variables, ...names)
}

/**
 * A record that cannot be parsed, with what parseRecord masks masked. Where no variables can be read, as in one that is cut off, whole texts
 * are masked by their names, those that say who the caller is too: whether the caller withholds it is not known.
 */
export function maskedText(text: string, json: unknown): string {
  const record = objectOf(json)
  const variables = objectOf(record.variables)
  if (Object.keys(variables).length === 0) {
    return text.toWellFormed().replace(PAIR, (pair, name, colon, value, end) => {
      const isSecret = SECRET.test(name) || CALLER.test(name) || /inline(:|%3A)/i.test(value)
      return isSecret ? `"${name}"${colon}"••••••${end}` : pair
    })
  }
  return JSON.stringify(masked({ ...record, variables: decodedVariables(variables) }))
}

/** The record without secrets in its variables, and without what its caller withholds. */
function masked(record: Record<string, unknown>): unknown {
  const stored = objectOf(record.variables)
  const withheld = textOf(stored, WITHHELD) === 'true'
  const variables = Object.entries(stored).map(([name, value]) => {
    if (SECRET.test(name) || (withheld && CALLER.test(name))) return [name, '••••••']
    return [name, typeof value === 'string' ? value.replace(SRTP_KEY, 'inline:••••••') : value]
  })
  return { ...record, variables: Object.fromEntries(variables) }
}
