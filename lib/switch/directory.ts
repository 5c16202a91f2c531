import { callFromPhone } from '../telephony/routing/place'
import { promptLanguage } from '../telephony/routing/scene'
import type { Row, TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import { plain } from './plain'
import type { SwitchRequest } from './request'
import { type Element, element, NOT_FOUND, named, xmlDocument } from './xml'

/** Hashes that stand for an extension's secrets: md5 of `<number>:<domain>:<secret>`; null for none. */
export interface Hashes {
  sip: string | null
  voicemail: string | null
}

/** How long FreeSWITCH may keep a user before it asks again, in milliseconds. What decides a call is asked with the call. */
const CACHED_MS = 60_000

/**
 * A directory request for one extension: how its phones sign in, what they may, and its mailbox. No password in clear, hashes only.
 * Which phones are called is registered on the switch (`dial-string`). "Not found" for what is no extension in service.
 */
export function directory(
  snapshot: TenantSnapshot,
  request: SwitchRequest,
  hashesOf: (extensionId: string) => Hashes,
): string {
  const { domain } = snapshot.tenant
  if ((request.domain ?? '').toLowerCase() !== domain.toLowerCase()) return NOT_FOUND
  if (request.user === undefined || request.user === '') return listed(snapshot)
  const [extension] = indexOf(snapshot).rows('extensions', 'extension', request.user)
  if (!extension?.enabled) return NOT_FOUND
  const { sip, voicemail } = hashesOf(extension.id)
  return answer(domain, [userOf(snapshot, extension, sip, voicemail)])
}

/** The extensions that the company directory names (mod_directory asks for a whole domain); they cannot sign in by it. */
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
  sip: string | null,
  voicemail: string | null,
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
  return element('user', { id: number, cacheable: CACHED_MS }, [
    group('params', {
      // A phone whose password is not set, or that is suspended, cannot sign in; its mailbox and its callers do not care.
      'a1-hash': extension.suspended ? null : sip,
      'vm-a1-hash': voicemail,
      'vm-enabled': extension.voicemail_enabled && !extension.suspended,
      'dial-string': '${sofia_contact(*/${dialed_user}@${dialed_domain})}',
    }),
    group('variables', {
      ...namesOf(extension),
      domain_name: domain,
      domain_uuid: tenant,
      user_context: domain,
      force_transfer_context: domain,
      toll_allow: extension.toll_class,
      limit_max: extension.concurrent_limit,
      call_timeout: extension.call_timeout,
      default_language: promptLanguage(scene).language.split('-')[0],
      timezone: zone,
    }),
  ])
}

function namesOf(extension: Row<'extensions'>): Values {
  const full = [extension.first_name, extension.last_name].filter(Boolean).join(' ')
  const name = plain(extension.effective_caller_id_name || full)
  return {
    effective_caller_id_name: name,
    effective_caller_id_number: extension.effective_caller_id_number ?? extension.extension,
    directory_full_name: plain(full || extension.effective_caller_id_name),
    'directory-visible': extension.listed_in_directory,
    'directory-exten-visible': extension.listed_in_directory,
  }
}
