import { EMERGENCY_NUMBERS } from '../supabase/constraints'
import { callFromPhone } from '../telephony/routing/place'
import { promptLanguage } from '../telephony/routing/scene'
import type { Row, TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import { unaccented } from '../unaccented'
import {
  BECAUSE,
  CALL,
  callersWayVariable,
  PARTNER,
  PARTNERS_CHANNEL,
  partnersWayVariable,
  PATH,
  PHONE,
  wayVariable,
} from './channel-variables'
import { cidrOf } from './cidr'
import { emergencyWays } from './emergency'
import { plain } from './escape'
import { exported, variables } from './leg-variables'
import { ENCRYPTION, offersEncryption, registeredName } from './phones'
import type { SwitchRequest } from './request'
import { type Element, element, named, NOT_FOUND, xmlDocument } from './xml'

/** Hashes of an extension's secrets, null if not set. */
export interface Hashes {
  /** md5 of `<number>:<domain>:<password>` */
  sip: string | null
  /** md5 of `<id>:<domain>:<PIN>` */
  voicemail: string | null
}

/**
 * A phone can name any call, even another tenant's, in Replaces or Call-Info. mod_sofia then connects it to the other party of that call,
 * or lets it join, without asking the dialplan. No setting prevents this, but these variables keep such phones, and those that dial `**`,
 * out of calls in which people talk. The agent ends the others (switch/calls.ts).
 */
const OTHERS_CALLS_KEPT = {
  intercept_unbridged_only: true,
  execute_on_sip_barge: 'hangup CALL_REJECTED',
}

/**
 * If a phone transfers somebody to a call that still rings, and nobody answers that, FreeSWITCH has them execute what is left of the
 * phone's call, with all of its variables (switch_channel_caller_extension_masquerade) but these: they stay who they are.
 */
const NOT_HANDED_OVER = [
  ...[
    'uuid',
    'call_uuid',
    'session_id',
    'direction',
    'call_direction',
    'accountcode',
    'domain_name',
    'domain_uuid',
  ],
  ...['user_name', 'dialed_user', 'presence_id', 'number_alias', 'toll_allow'],
  ...['effective_caller_id_name', 'effective_caller_id_number'],
  ...['record_path', 'record_name', 'RECORD_APPEND', 'RECORD_DISCARDED'],
  // With it, what they are counted by from then on would never be released (switch_limit_incr).
  'limit_backend',
  // What a call's record says of its channel, and which codecs others are offered.
  ...[
    'channel_name',
    'sofia_profile_name',
    'sip_call_id',
    'sip_authorized',
    'sip_auth_realm',
    'network_addr',
  ],
  ...['from', 'to', 'req'].flatMap((header) => [`sip_${header}_user`, `sip_${header}_host`]),
  ...['sip_network_ip', 'sip_user_agent', 'switch_r_sdp', 'ep_codec_string', 'read_codec', 'read_rate'],
  ...['remote_media_ip', 'remote_media_port', 'local_media_ip', 'local_media_port'],
  ...[CALL, PATH, BECAUSE, PHONE, PARTNER, PARTNERS_CHANNEL],
  ...EMERGENCY_NUMBERS.flatMap((number) => [
    wayVariable(number),
    partnersWayVariable(number),
    exported(callersWayVariable(number)),
  ]),
  'export_vars',
].join(',')

/** How long FreeSWITCH may cache a user that nobody has it forget, in milliseconds. Call routing is always requested per call. */
const CACHED_MS = 60_000
/** Without a number, FreeSWITCH caches a user until it is told to forget it (switch_xml_locate_user_merged). */
const UNTIL_FORGOTTEN = true

/** The domain of a directory request. mod_directory, which asks for a whole one, names it only as the key that it looks for. */
export const domainAsked = ({ domain, tag_name: tag, key_value: key }: SwitchRequest) =>
  domain ?? (tag === 'domain' ? key : undefined)

/**
 * A directory request for one extension: authentication, permissions and mailbox, with hashes only. `dial-string` calls the phones
 * registered on the switch. "Not found" unless the extension is in service. `kept`: whether somebody has the switch forget extensions
 * that change; then it keeps them, with their ways to emergency services, for as long as nobody answers.
 *
 * Phones know an extension by its number. Its user is its id, after which mod_voicemail names the mailbox: whoever gets the number next
 * gets another mailbox, and an extension keeps its own when its number changes. mod_voicemail also asks by id.
 *
 * Phones are registered under a name of their tenant's (registeredName). FreeSWITCH checks the password of the user and realm in
 * Authorization, but registers the phone at the domain in To: under its number, it could receive calls to another tenant's extension.
 */
export function directory(
  snapshot: TenantSnapshot,
  request: SwitchRequest,
  hashesOf: (extensionId: string) => Hashes,
  kept = false,
): string {
  const { domain } = snapshot.tenant
  if ((domainAsked(request) ?? '').toLowerCase() !== domain.toLowerCase()) return NOT_FOUND
  if (request.user === undefined || request.user === '') return listed(snapshot)
  const index = indexOf(snapshot)
  const [numbered] = index.rows('extensions', 'extension', request.user)
  const extension = numbered ?? index.row('extensions', request.user)
  if (!extension?.enabled) return NOT_FOUND
  const { sip, voicemail } = hashesOf(extension.id)
  // Anybody can ask in other spellings, each of which would be cached.
  const isKept = kept && request.domain === domain
  return answer(domain, [userOf(snapshot, extension, { sip: numbered ? sip : null, voicemail }, isKept)])
}

/** The extensions in the company directory; these entries cannot be used to register. */
function listed(snapshot: TenantSnapshot): string {
  const users = snapshot.extensions
    .filter(({ enabled, suspended, listed_in_directory: shows }) => enabled && !suspended && shows)
    .map((extension) =>
      element('user', { id: extension.extension }, [group('variables', namesOf(extension))]),
    )
  return answer(snapshot.tenant.domain, users)
}

function answer(domain: string, users: readonly Element[]): string {
  const all = element('group', { name: 'extensions' }, [element('users', {}, users)])
  return xmlDocument('directory', [element('domain', { name: domain }, [element('groups', {}, [all])])])
}

type Values = Parameters<typeof named>[1]

function group(tag: 'params' | 'variables', values: Values): Element {
  return element(tag, {}, named(tag === 'params' ? 'param' : 'variable', values))
}

function userOf(
  snapshot: TenantSnapshot,
  extension: Row<'extensions'>,
  { sip, voicemail }: Hashes,
  kept: boolean,
): Element {
  const { domain, id: tenant, time_zone: zone } = snapshot.tenant
  const { extension: number } = extension
  const index = indexOf(snapshot)
  const scene = {
    index,
    place: { at: 'dialed', digits: '' },
    call: callFromPhone(extension),
    moment: 0,
  } as const
  const cacheable = kept ? UNTIL_FORGOTTEN : CACHED_MS
  const address = `${number}@${domain}`
  // Without dialed_user and presence_id, calls and lamps would have the id (user_outgoing_channel). Without outbound_redirect_fatal, a
  // phone could send its calls to any address (302), for which nobody would pay.
  const legs = variables('{', {
    dialed_user: number,
    presence_id: address,
    origination_callee_id_name: number,
    outbound_redirect_fatal: true,
    ...(offersEncryption(index, extension.id) ? ENCRYPTION : {}),
  })
  return element('user', { id: extension.id, 'number-alias': number, cacheable }, [
    group('params', {
      // A suspended extension's phones too, which can call emergency services; any other call is refused (nextStep).
      'a1-hash': sip,
      'allow-empty-password': false,
      // Checked before the password, for calls too (sofia_reg_parse_auth). A list of networks needs no acl.conf.
      'auth-acl': index.setting('registration_addresses').value?.map(cidrOf).join(',') ?? null,
      'vm-a1-hash': voicemail,
      'vm-enabled': extension.voicemail_enabled && !extension.suspended,
      // The switch's own greeting says it.
      'vm-alternate-greet-id': number,
      'sip-force-extension': registeredName(number, tenant),
      'mwi-account': address,
      'dial-string': `${legs}\${sofia_contact(*/${registeredName(number, tenant)}@${domain})}`,
    }),
    group('variables', {
      ...namesOf(extension),
      domain_name: domain,
      domain_uuid: tenant,
      // FreeSWITCH would take it from From, which a phone writes as it likes.
      presence_id: address,
      [PHONE]: extension.id,
      ...OTHERS_CALLS_KEPT,
      attended_transfer_no_copy: NOT_HANDED_OVER,
      // A recording of a call with G.722 would be twice as large.
      record_sample_rate: 8000,
      user_context: domain,
      force_transfer_context: domain,
      toll_allow: extension.toll_class,
      limit_max: extension.concurrent_limit,
      call_timeout: extension.call_timeout,
      default_language: promptLanguage(scene).language.split('-')[0],
      timezone: zone,
      ...(kept ? emergencyWays(snapshot, extension) : {}),
    }),
  ])
}

function namesOf(extension: Row<'extensions'>): Values {
  const { first_name: first, last_name: last } = extension
  const full = [first, last].filter(Boolean).join(' ')
  // mod_directory searches what follows the last space, by A to Z alone, and spells names.
  const findable = [first, last.replaceAll(' ', '')].filter(Boolean).join(' ')
  const name = plain(extension.effective_caller_id_name || full)
  return {
    effective_caller_id_name: name,
    effective_caller_id_number: extension.effective_caller_id_number ?? extension.extension,
    directory_full_name: plain(unaccented(findable || extension.effective_caller_id_name)),
    'directory-visible': extension.listed_in_directory,
    'directory-exten-visible': extension.listed_in_directory,
  }
}
