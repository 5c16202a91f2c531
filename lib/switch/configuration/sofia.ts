import type { Tables } from '../../supabase/database.types'
import { tlsPort } from '../../switches/tls-port'
import type { AskingSwitch } from '../admission'
import { cidrOf } from '../cidr'
import { KEEP_DIALABLE } from '../dialable'
import { plain } from '../escape'
import { PHONES, PUBLIC_CONTEXT } from '../request'
import { type Element, element, named } from '../xml'
import { configuration, settings } from './document'

/** A gateway with its carrier-assigned password in clear text; null for none. */
export type GatewayAccount = Pick<
  Tables<'gateways'>,
  | 'name'
  | 'host'
  | 'port'
  | 'transport'
  | 'register'
  | 'username'
  | 'from_domain'
  | 'from_user'
  | 'expire_seconds'
  | 'ping_seconds'
  | 'trusted_addresses'
  | 'enabled'
> & { password: string | null }

export type SwitchPlace = Pick<
  AskingSwitch,
  'address' | 'internal_profile_port' | 'external_profile_port' | 'behind_nat'
>

/** The codecs that carriers may use, and are offered unless their gateway has its own. */
export const CARRIERS_CODECS = 'PCMU,PCMA'

/** Name of the ACL with the carriers' addresses. */
export const CARRIERS = 'carriers'

/**
 * sofia.conf: a profile for phones, which register and call within their tenant's domain, and one for carriers, identified by their
 * addresses, with the gateways. Disabled gateways are omitted.
 */
export function sofiaConf(
  { address, internal_profile_port, external_profile_port, behind_nat }: SwitchPlace,
  gateways: readonly GatewayAccount[],
): string {
  // Only what is in the network of its card is still told the card's address (FreeSWITCH's `localnet.auto`).
  const told = behind_nat ? `autonat:${address}` : undefined
  const shared = {
    'sip-ip': 'auto',
    'rtp-ip': 'auto',
    'ext-sip-ip': told,
    'ext-rtp-ip': told,
    dialplan: 'XML',
    context: PUBLIC_CONTEXT,
    'dtmf-type': 'rfc2833',
    'liberal-dtmf': true,
    'inbound-codec-negotiation': 'generous',
    'rtp-timer-name': 'soft',
    // A phone or carrier that has gone without a word; the second is for calls on hold.
    'rtp-timeout-sec': 300,
    'rtp-hold-timeout-sec': 1800,
    'manage-presence': true,
    // With agent.pem in the folder for certificates; without it, FreeSWITCH makes a certificate that most phones reject.
    tls: true,
    // Text messages would go to any address, past all routes.
    'enable-chat': false,
    'db-inner-pre-trans-execute': KEEP_DIALABLE,
  }
  const internal = settings({
    ...shared,
    // mod_spandsp has G.722; without it, FreeSWITCH leaves it out.
    'codec-prefs': 'G722,PCMU,PCMA',
    'sip-port': internal_profile_port,
    'tls-sip-port': tlsPort(internal_profile_port),
    // Some phones offer SRTP without the profile SAVP (RFC 4568 wants it), and their calls would be rejected.
    'NDLB-allow-crypto-in-avp': true,
    'auth-calls': true,
    'auth-all-packets': false,
    'challenge-realm': 'auto_from',
    'accept-blind-reg': false,
    'nonce-ttl': 60,
    'inbound-reg-force-matching-username': true,
    // All phones of an extension stay registered. A phone that has restarted replaces itself.
    'multiple-registrations': 'contact',
    // The longest that a device's line can have. FreeSWITCH would grant a phone any time, even years.
    'sip-force-expires-max': 86_400,
    'apply-nat-acl': 'nat.auto',
    // A phone's transfer to a call that is not this switch's is asked about (transferElsewhere in serve.ts), and goes where the section
    // `channels` says (ELSEWHERE), not to the address that the phone names.
    'channel-xml-fetch-on-nightmare-transfer': true,
    'send-message-query-on-register': true,
    // Shows whether phones are reachable, and their response times.
    'all-reg-options-ping': true,
  })
  const external = settings({
    ...shared,
    'codec-prefs': CARRIERS_CODECS,
    'sip-port': external_profile_port,
    'tls-sip-port': tlsPort(external_profile_port),
    'auth-calls': false,
    'apply-inbound-acl': CARRIERS,
    'manage-presence': false,
    // Phones register with the other profile. What is sent to one here would come from the port that carriers know.
    'disable-register': true,
    // Whoever calls is not told which extension or whose mobile rings and answers.
    'pass-callee-id': false,
    // Nobody outside may send a call on, which the tenant would pay for, or which would call 911 to its address.
    'disable-transfer': true,
  })
  const listed = gateways.filter(({ enabled }) => enabled).map(gatewayOf)
  return configuration('sofia.conf', [
    settings({ 'log-level': 0, 'auto-restart': true }, 'global_settings'),
    element('profiles', {}, [
      element('profile', { name: PHONES }, [internal]),
      element('profile', { name: 'external' }, [element('gateways', {}, listed), external]),
    ]),
  ])
}

function gatewayOf(gateway: GatewayAccount): Element {
  const { host, port, transport, register } = gateway
  const address = `${plain(host)}:${port}`
  const fromUser = plain(gateway.from_user)
  return element(
    'gateway',
    { name: gateway.name },
    named('param', {
      // mod_sofia requires a user name even for gateways authenticated by address.
      username: plain(gateway.username) || 'anonymous',
      // It also requires a password, even for gateways that do not register.
      password: secret(gateway.password ?? '') || 'none',
      realm: plain(host),
      proxy: transport === 'udp' ? address : `${address};transport=${transport}`,
      register,
      'register-transport': register ? transport : undefined,
      'expire-seconds': register ? gateway.expire_seconds : undefined,
      // With a user of its own, From would name the proxy's port and transport too.
      'from-domain': plain(gateway.from_domain) || (fromUser && plain(host)) || undefined,
      'from-user': fromUser || undefined,
      ping: gateway.ping_seconds > 0 ? gateway.ping_seconds : undefined,
      // FreeSWITCH writes either the caller's number or the gateway's user into From.
      'caller-id-in-from': fromUser === '',
      context: PUBLIC_CONTEXT,
      extension: 'auto_to_user',
    }),
  )
}

/** A password is sent unchanged, except for line breaks. */
const secret = (password: string) => password.replace(/\p{Cc}/gu, '')

const ADDRESS = /^[0-9a-f.:]+(?:\/[0-9]{1,3})?$/i

/** The addresses from which carriers may send calls, as networks, in order. */
export function carrierNetworks(
  gateways: readonly Pick<GatewayAccount, 'host' | 'trusted_addresses' | 'enabled'>[],
): string[] {
  const networks = gateways
    .filter(({ enabled }) => enabled)
    .flatMap(({ host, trusted_addresses: trusted }) => [...trusted, host])
    .map((address) => address.trim())
    .filter((address) => ADDRESS.test(address) && /[.:]/.test(address))
    .map(cidrOf)
  return [...new Set(networks)].sort()
}

/** acl.conf: the addresses from which carriers may send calls. Nobody else can call a number without authentication. */
export function aclConf(gateways: readonly GatewayAccount[]): string {
  const nodes = carrierNetworks(gateways).map((cidr) => element('node', { type: 'allow', cidr }))
  return configuration('acl.conf', [
    element('network-lists', {}, [element('list', { name: CARRIERS, default: 'deny' }, nodes)]),
  ])
}
