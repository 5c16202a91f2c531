import { ApiFailure } from '../api/failure'
import type { TextAnswer } from '../api/text-answer'
import { type Admitted, credentialsOf, requireAdmitted } from './admission'
import { changing, tellOfEmergency, tellOfHits } from './after-answer'
import { DIRECTORY_CONF, HTTAPI_CONF, VOICEMAIL_CONF } from './configuration/basics'
import { CALLCENTER_SETTINGS, callcenterConf } from './configuration/callcenter'
import { CONFERENCE_CONF, conferenceConf } from './configuration/conference'
import { domainOfName } from './configuration/name'
import { aclConf, sofiaConf } from './configuration/sofia'
import { isPlain } from './dialable'
import { dialplan, pinAsked } from './dialplan'
import { directory, domainAsked } from './directory'
import type { CallEnvironment } from './environment'
import { formOf } from './form'
import { e164 } from './numbers'
import { contextOf, extensionAsked, PUBLIC_CONTEXT, type SwitchRequest } from './request'
import { soundUrl, uploadUntil } from './sound-url'
import type { SwitchStore, TenantState } from './switch-store'
import { NOT_FOUND } from './xml'

/** A mod_xml_curl request. */
export interface PostedQuestion {
  authorization: string | undefined
  address: string
  /** The app's base URL as the switch reaches it, without a trailing slash. */
  site: string
  body: string
}

/**
 * Answers a FreeSWITCH request: 200 with XML, "not found" for anything unknown or not served by this switch. Changes requested by
 * the caller are made before the answer. Throws ApiFailure 401 for a wrong secret, 429 while the address is throttled, 400 for
 * requests that mod_xml_curl does not send.
 */
export async function answerSwitch(
  question: PostedQuestion,
  store: SwitchStore,
  now = Date.now(),
): Promise<TextAnswer> {
  const credentials = credentialsOf(question.authorization)
  const { name, digest = '' } = credentials ?? {}
  const admitted = requireAdmitted(name ? await store.admit(question.address, name, digest) : undefined)
  const form = formOf(question.body)
  if (!form) throw new ApiFailure(400, 'This is not a mod_xml_curl request.')
  const asking = { admitted, site: question.site, digest }
  const body = await answerOf(asking, form, store, now)
  return { status: 200, contentType: 'text/xml; charset=utf-8', body, headers: {} }
}

/** The requesting switch, and how URLs are made for it. */
interface Asking {
  admitted: Admitted
  site: string
  /** SHA-256 (hex) of its secret. */
  digest: string
}

async function answerOf(
  asking: Asking,
  form: SwitchRequest,
  store: SwitchStore,
  now: number,
): Promise<string> {
  switch (form.section) {
    case 'dialplan':
      return dialplanAnswer(asking, form, store, now)
    case 'directory':
      return directoryAnswer(asking, form, store)
    case 'configuration':
      return configurationAnswer(asking, form, store, now)
    case 'channels':
      return transferElsewhere(form, store)
    default:
      return NOT_FOUND
  }
}

async function directoryAnswer(
  { admitted }: Asking,
  form: SwitchRequest,
  store: SwitchStore,
): Promise<string> {
  const domain = domainAsked(form)
  const state = domain ? await store.tenantOf(admitted, { domain }) : undefined
  if (!state) return NOT_FOUND
  const xml = extensionAnswer(state, form, store.keepsExtension !== undefined)
  if (xml !== NOT_FOUND && form.user) store.keepsExtension?.(state, form, xml)
  return xml
}

/**
 * A phone transfers a call to one that the switch does not have. The switch rejects that (ELSEWHERE), but mod_sofia writes the phone's
 * text before, into the variables of a dial string, without escaping it: a brace there would end them, and what follows would be dialed.
 * It waits for this answer, and dials nothing for a call that has ended.
 */
async function transferElsewhere(form: SwitchRequest, store: SwitchStore): Promise<string> {
  const written = `${form['refer-to-params'] ?? ''}${form['refer-to-headers'] ?? ''}`
  if (!isPlain(written)) await store.endCall?.(form['refer-from-channel-id'] ?? '')
  return NOT_FOUND
}

/** The answer to a directory request. `kept` as for `directory`. Throws for an extension whose secrets cannot be read. */
export function extensionAnswer(
  { snapshot, hashes, unreadable }: TenantState,
  form: SwitchRequest,
  kept: boolean,
): string {
  const hashesOf = (id: string) => {
    const lacking = unreadable?.get(id)
    if (lacking) throw lacking
    return hashes.get(id) ?? { sip: null, voicemail: null }
  }
  return directory(snapshot, form, hashesOf, kept)
}

async function configurationAnswer(
  asking: Asking,
  form: SwitchRequest,
  store: SwitchStore,
  now: number,
): Promise<string> {
  const { admitted } = asking
  switch (form.key_value) {
    case 'sofia.conf':
      return sofiaConf(admitted.switch, await store.gateways())
    case 'acl.conf':
      return aclConf(await store.gateways())
    case 'voicemail.conf':
      return VOICEMAIL_CONF
    case 'conference.conf': {
      const room = form.conference_name ?? ''
      const domain = domainOfName(room)
      if (!domain) return CONFERENCE_CONF
      const state = await store.tenantOf(admitted, { domain })
      return state ? conferenceConf(environmentOf(asking, state, now), room) : NOT_FOUND
    }
    case 'directory.conf':
      return DIRECTORY_CONF
    case 'httapi.conf':
      return HTTAPI_CONF
    case 'callcenter.conf': {
      const queue = form['CC-Queue']
      if (!queue) return CALLCENTER_SETTINGS
      const domain = domainOfName(queue)
      const state = domain && (await store.tenantOf(admitted, { domain }))
      return state ? callcenterConf(environmentOf(asking, state, now), queue) : NOT_FOUND
    }
    default:
      return NOT_FOUND
  }
}

const environmentOf = ({ admitted, site, digest }: Asking, state: TenantState, now: number) =>
  environmentFor({ name: admitted.switch.switch_name, digest }, site, state, now)

/** The compiler's context for a switch, given its name, the SHA-256 of its secret and the app's URL. */
export function environmentFor(
  key: { name: string; digest: string },
  site: string,
  { snapshot }: TenantState,
  now: number,
): CallEnvironment {
  const tenantId = snapshot.tenant.id
  return {
    snapshot,
    moment: now,
    soundPath: ({ file_id: fileId }) => soundUrl(site, key, { does: 'hear', fileId }),
    greetingPath: (extensionId) =>
      soundUrl(site, key, { does: 'record', tenantId, extensionId, until: uploadUntil(now) }),
    isPin: () => false,
    roleIn: () => null,
    asksPin: () => true,
  }
}

async function dialplanAnswer(
  asking: Asking,
  form: SwitchRequest,
  store: SwitchStore,
  now: number,
): Promise<string> {
  const context = contextOf(form)
  const number = context === PUBLIC_CONTEXT ? e164(extensionAsked(form)) : undefined
  if (context === '' || (context === PUBLIC_CONTEXT && number === undefined)) return NOT_FOUND
  const state = await store.tenantOf(asking.admitted, number === undefined ? { domain: context } : { number })
  if (!state) return NOT_FOUND
  const environment = environmentOf(asking, state, now)
  const asked = pinAsked(state.snapshot, form, now)
  const isRoom = asked?.table === 'conference_rooms'
  const right = !isRoom && asked?.dialer && (await store.isPin(state, asked.dialer, asked.id, asked.digits))
  const role =
    isRoom && asked.digits !== ''
      ? await store.roleIn(
          state,
          { caller: asked.dialer ?? asked.number, outside: asked.dialer === null },
          asked.id,
          asked.digits,
        )
      : null
  const answer = dialplan(
    {
      ...environment,
      isPin: () => right === true,
      roleIn: () => role,
      asksPin: (extension) => store.asksPin?.(state, extension) ?? true,
      greetingPath: (extension) =>
        store.takesUploads?.() === false ? undefined : environment.greetingPath(extension),
    },
    form,
  )
  tellOfHits(answer.step, state, store)
  tellOfEmergency(answer, form, state, store)
  if (!answer.change || !answer.call?.extensionId) return answer.xml
  return changing(
    state,
    { ...answer, change: answer.change },
    answer.call.extensionId,
    form,
    store,
    asked?.digits,
  )
}
