import { clipped } from '../lib/clipped'
import { REGISTRATION_FAILURES, REGISTRATIONS } from '../lib/supabase/constraints'
import type { Registration } from '../lib/switch/agent/agent-event'
import type { SwitchEvent } from './event-socket'

/** The account that a mod_sofia event is about, under any of the header names it uses. */
export function accountOf(event: SwitchEvent): { domain: string; account: string } | undefined {
  const name = event['from-user'] ?? event.user
  const domain = event['from-host'] ?? event.host ?? event['to-host'] ?? ''
  if (name !== undefined) return accountNamed(name, domain, event.realm)
  const account = event['to-user'] ?? ''
  return account && domain ? { domain: domain.toLowerCase(), account } : undefined
}

/**
 * The account registered under a name (directory.ts) at a domain; undefined if its password was another realm's, because calls do not
 * reach such a phone.
 */
function accountNamed(name: string, domain: string, realm = domain) {
  const [account = ''] = name.split('.')
  if (!account || !domain || domain.toLowerCase() !== realm.toLowerCase()) return undefined
  return { domain: domain.toLowerCase(), account }
}

/** The phone of a sofia::register event; undefined if it is not about a phone. */
export function registrationOf(event: SwitchEvent): Registration | undefined {
  const account = accountOf(event)
  const callId = event['call-id']
  if (!account || !callId) return undefined
  return registration(account, callId, {
    contact: event.contact ?? '',
    status: event.status ?? '',
    address: event['network-ip'] ?? '',
    port: event['network-port'] ?? '',
    agent: event['user-agent'] ?? '',
  })
}

/** An element that fills its line. */
const ELEMENT = /^\s*<([a-z-]+)>(.*)<\/\1>\s*$/
/** The elements whose text mod_sofia encodes (show_reg_callback_xml). */
const ENCODED: ReadonlySet<string> = new Set(['contact', 'agent'])

/** A registered phone and how long its last answer to OPTIONS took; null before the first. */
export interface Present {
  registration: Registration
  pingMs: number | null
}

/**
 * The phones printed by `sofia xmlstatus profile <name> reg`, which has no form as JSON. Read by lines, because it does not encode the
 * Call-ID, in which a phone may write elements but no line break.
 */
export function presentIn(xml: string): Present[] {
  const listed: Map<string, string>[] = []
  for (const line of xml.split('\n')) {
    if (line.trim() === '<registration>') listed.push(new Map())
    const [, name = '', value = ''] = ELEMENT.exec(line) ?? []
    if (name) listed.at(-1)?.set(name, ENCODED.has(name) ? decoded(value) : value)
  }
  return listed.flatMap((values) => {
    const value = (name: string) => values.get(name)?.trim() ?? ''
    const [, user = '', domain = ''] = /^(.*)@([^@]*)$/.exec(value('user')) ?? []
    const account = accountNamed(user, domain, value('sip-auth-realm'))
    if (!account || !value('call-id')) return []
    const ping = Number(value('ping-time'))
    return {
      registration: registration(account, value('call-id'), {
        contact: value('contact'),
        status: value('status'),
        address: value('network-ip'),
        port: value('network-port'),
        agent: value('agent'),
      }),
      pingMs: ping > 0 ? ping : null,
    }
  })
}

function registration(
  { account, domain }: { account: string; domain: string },
  callId: string,
  said: { contact: string; status: string; address: string; port: string; agent: string },
): Registration {
  const contact = /<([^>]*)>/.exec(said.contact)?.[1] ?? said.contact
  const [, named] = /;transport=([a-z]+)/i.exec(contact) ?? /^Registered\(([A-Z]+)/.exec(said.status) ?? []
  const transport =
    (['tcp', 'tls', 'ws', 'wss'] as const).find((one) => one === named?.toLowerCase()) ?? 'udp'
  const port = Number(said.port)
  return {
    account: clipped(account, REGISTRATION_FAILURES.account.maxLength),
    domain,
    call_id: clipped(callId, REGISTRATIONS.call_id.maxLength),
    contact: clipped(contact, REGISTRATIONS.contact.maxLength),
    address: clipped(said.address, REGISTRATIONS.address.maxLength),
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
    agent: clipped(said.agent, REGISTRATIONS.agent.maxLength),
    transport,
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** What identifies a phone's registration at the switch. */
export const keyOf = ({ domain, account, call_id }: Pick<Registration, 'domain' | 'account' | 'call_id'>) =>
  `${domain} ${account} ${call_id}`
