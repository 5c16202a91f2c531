import { randomUUID } from 'node:crypto'
import { ApiFailure } from '../api/failure'
import type { TextAnswer } from '../api/text-answer'
import type { TenantSnapshot } from '../telephony/routing/snapshot'
import type { Step } from '../telephony/routing/step'
import { type Admission, type Admitted, credentialsOf, requireAdmitted } from './admission'
import type { EmergencyCall } from './agent/agent-event'
import type { RoomRole } from './conference'
import { DIRECTORY_CONF, HTTAPI_CONF, VOICEMAIL_CONF } from './configuration/basics'
import { CALLCENTER_SETTINGS, callcenterConf } from './configuration/callcenter'
import { CONFERENCE_CONF, conferenceConf } from './configuration/conference'
import { domainOfName } from './configuration/name'
import { aclConf, type GatewayAccount, sofiaConf } from './configuration/sofia'
import { isPlain } from './dialable'
import { type Answer, dialplan, type Effect, pinAsked } from './dialplan'
import { directory, domainAsked, type Hashes } from './directory'
import { notifiedCall } from './emergency'
import type { CallEnvironment } from './environment'
import { formOf } from './form'
import { e164 } from './numbers'
import { contextOf, extensionAsked, PUBLIC_CONTEXT, type SwitchRequest } from './request'
import { soundUrl, uploadUntil } from './sound-url'
import { NOT_FOUND } from './xml'

/** A tenant's data for answering a switch. */
export interface TenantState {
  snapshot: TenantSnapshot
  /** By extension id: md5(extension:domain:secret); null for a secret that is not set, is damaged, or whose key is lost. */
  hashes: Map<string, Hashes>
  /**
   * Extensions with secrets that are not generated yet, or that this server cannot read, because it lacks the keys of most stored secrets
   * and others have them; each with the error. Nobody is to be told that these have none.
   */
  unreadable?: ReadonlyMap<string, Error>
}

/** The person entering a room's PIN: an extension by id, or an outside caller by number. */
export interface RoomCaller {
  caller: string
  outside: boolean
}

/** Data access for answering a switch. */
export interface SwitchStore {
  admit(address: string, name: string, secretDigest: string): Promise<Admission>
  /** The tenant with a given id, domain or phone number (E.164), if this switch serves it. */
  tenantOf(
    admitted: Admitted,
    by: { id?: string; domain?: string; number?: string },
  ): Promise<TenantState | undefined>
  /** Makes a change dialed by an extension; false if it is rejected. */
  change(state: TenantState, dialer: string, effect: Effect, pin: string | undefined): Promise<boolean>
  /**
   * Stores the answer to a dialed change before it is made. Returns undefined the first time, and the stored answer if the same
   * request was made moments ago. Null deletes the stored answer.
   */
  noted(state: TenantState, question: string, xml: string | null): Promise<string | undefined>
  isPin(state: TenantState, dialer: string, record: string, pin: string): Promise<boolean>
  /** The role that a PIN grants in a room; null for a wrong one. */
  roleIn(state: TenantState, caller: RoomCaller, room: string, pin: string): Promise<RoomRole | null>
  countHit(state: TenantState, rule: string): Promise<void>
  /** Queues the notifications of a 911 call, once per channel. Resolves once they are stored. */
  notifyEmergency(state: TenantState, call: EmergencyCall): Promise<void>
  /** All gateways, with the passwords for registering. */
  gateways(): Promise<GatewayAccount[]>
  /** Called with the answer about an extension. If it is there, the switch keeps extensions until it is told to forget them. */
  keepsExtension?(state: TenantState, asked: SwitchRequest, xml: string): void
  /** Whether callers from outside may sign in to an extension's mailbox. */
  asksPin?(state: TenantState, extension: string): boolean
  /** Whether the app takes uploads now. */
  takesUploads?(): boolean
  /** Ends a call of the switch, given its channel. */
  endCall?(channel: string): Promise<void>
}

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
  for (const rule of rulesOf(answer.step)) tellOfHit(state, rule, store)
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

/** The block rules that divert the call, or keep it from phones that would ring. */
function rulesOf(step: Step | null): Set<string> {
  const reasons = step ? [step.reason, ...step.notes] : []
  const rules = reasons.map((reason) =>
    reason.why === 'blocked' ? reason.record : 'blockedBy' in reason ? reason.blockedBy : undefined,
  )
  return new Set(rules.flatMap((rule) => rule?.id ?? []))
}

/** Counts a rule's hit. The call does not wait for a locked row or a full disk. */
function tellOfHit(state: TenantState, rule: string, store: SwitchStore) {
  store
    .countHit(state, rule)
    .catch((error: unknown) => console.error('A blocked call could not be counted:', error))
}

/** Maximum pause before retrying to store a 911 call. */
const LONGEST_PAUSE_MS = 15_000

/**
 * Queues the notifications of a 911 call, even one that cannot be routed, or of its failure. The call does not wait for it, and failures
 * are retried until it is stored.
 */
function tellOfEmergency(
  { step, failed }: Answer,
  form: SwitchRequest,
  state: TenantState,
  store: SwitchStore,
) {
  const told = step ?? failed
  const notice = told && notifiedCall(told, form['Unique-ID'] || randomUUID(), failed !== null)
  if (!notice) return
  const attempt = (pause: number) => {
    store.notifyEmergency(state, notice).catch((error: unknown) => {
      console.error('A 911 call could not be noted yet:', error)
      setTimeout(attempt, pause, Math.min(2 * pause, LONGEST_PAUSE_MS))
    })
  }
  attempt(250)
}

/** Makes a change once: if the switch repeats a request because the answer was late, it gets the same answer. */
async function changing(
  state: TenantState,
  { xml: done, change: { effect, failed } }: { xml: string; change: NonNullable<Answer['change']> },
  dialer: string,
  form: SwitchRequest,
  store: SwitchStore,
  pin: string | undefined,
): Promise<string> {
  const channel = form['Unique-ID'] ?? ''
  const question = `${channel} ${extensionAsked(form)}`
  const before = channel === '' ? undefined : await store.noted(state, question, done)
  if (before !== undefined) return before
  let made = false
  try {
    made = await store.change(state, dialer, effect, pin)
  } finally {
    if (!made && channel !== '') await store.noted(state, question, null)
  }
  return made ? done : failed
}
