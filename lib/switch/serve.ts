import { randomUUID } from 'node:crypto'
import { ApiFailure } from '../api/failure'
import type { TextAnswer } from '../api/text-answer'
import type { TenantSnapshot } from '../telephony/routing/snapshot'
import type { Step } from '../telephony/routing/step'
import { type Admission, type Admitted, credentialsOf, requireAdmitted } from './admission'
import type { EmergencyCall } from './agent/contract'
import type { RoomRole } from './conference'
import { HTTAPI_CONF, VOICEMAIL_CONF } from './configuration/basics'
import { CALLCENTER_SETTINGS, callcenterConf, domainOfQueue } from './configuration/callcenter'
import { CONFERENCE_CONF, conferenceConf, domainOfRoom } from './configuration/conference'
import { aclConf, type GatewayAccount, sofiaConf } from './configuration/sofia'
import { type Answer, dialplan, type Effect, pinAsked } from './dialplan'
import { directory, type Hashes } from './directory'
import { formOf } from './form'
import { e164 } from './numbers'
import { contextOf, extensionAsked, PUBLIC_CONTEXT, type SwitchRequest } from './request'
import { soundAddress } from './sound-address'
import type { Surroundings } from './surroundings'
import { NOT_FOUND } from './xml'

/** A tenant as the switch's questions need it. */
export interface TenantState {
  snapshot: TenantSnapshot
  /** By the extension's id: md5(extension:domain:secret); null for a secret that is not set. */
  hashes: Map<string, Hashes>
}

/** Who enters a room's PIN: an extension by its id, or somebody outside by their number. */
export interface RoomCaller {
  caller: string
  outside: boolean
}

/** What answers to a switch are made of. */
export interface SwitchStore {
  admit(address: string, name: string, secretDigest: string): Promise<Admission>
  /** The tenant with an id, a domain or a phone number (E.164), if this switch serves it. */
  tenantOf(
    admitted: Admitted,
    by: { id?: string; domain?: string; number?: string },
  ): Promise<TenantState | undefined>
  /** Makes a change that an extension dialed; false when it is refused. */
  change(state: TenantState, dialer: string, effect: Effect, pin: string | undefined): Promise<boolean>
  /**
   * Notes what a change is about to be answered with. Undefined the first time; what was noted before when the same was asked a
   * moment ago. Null takes the note back.
   */
  noted(state: TenantState, question: string, xml: string | null): Promise<string | undefined>
  isPin(state: TenantState, dialer: string, record: string, pin: string): Promise<boolean>
  /** As whom a PIN lets its caller into a room; null for a wrong one. */
  roleIn(state: TenantState, caller: RoomCaller, room: string, pin: string): Promise<RoomRole | null>
  countHit(state: TenantState, rule: string): Promise<void>
  /** Has those told who are to know of a 911 call, once for its channel. Resolves once that is kept. */
  noteEmergency(state: TenantState, call: EmergencyCall): Promise<void>
  /** All gateways, with the passwords that they are registered with. */
  gateways(): Promise<GatewayAccount[]>
}

/** A request of mod_xml_curl. */
export interface PostedQuestion {
  authorization: string | undefined
  address: string
  /** The app's address as the switch reaches it, without a slash at its end. */
  site: string
  body: string
}

/**
 * Answers a question of FreeSWITCH: 200 with XML, where what there is not (or is another switch's) is "not found". What the caller
 * asked to change is changed before the answer is given. Throws ApiFailure 401 for a wrong secret, 429 while the address must wait after
 * wrong ones, 400 for what mod_xml_curl does not send.
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

/** The switch that asks, and how addresses are made for it. */
interface Asking {
  admitted: Admitted
  site: string
  /** The SHA-256 (hex) of its secret. */
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
    default:
      return NOT_FOUND
  }
}

async function directoryAnswer(
  { admitted }: Asking,
  form: SwitchRequest,
  store: SwitchStore,
): Promise<string> {
  const state = form.domain ? await store.tenantOf(admitted, { domain: form.domain }) : undefined
  if (!state) return NOT_FOUND
  return directory(state.snapshot, form, (id) => state.hashes.get(id) ?? { sip: null, voicemail: null })
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
      const domain = domainOfRoom(room)
      if (!domain) return CONFERENCE_CONF
      const state = await store.tenantOf(admitted, { domain })
      return state ? conferenceConf(surroundingsOf(asking, state, now), room) : NOT_FOUND
    }
    case 'httapi.conf':
      return HTTAPI_CONF
    case 'callcenter.conf': {
      const queue = form['CC-Queue']
      if (!queue) return CALLCENTER_SETTINGS
      const domain = domainOfQueue(queue)
      const state = domain && (await store.tenantOf(admitted, { domain }))
      return state ? callcenterConf(surroundingsOf(asking, state, now), queue) : NOT_FOUND
    }
    default:
      return NOT_FOUND
  }
}

const surroundingsOf = ({ admitted, site, digest }: Asking, state: TenantState, now: number) =>
  surroundingsFor({ name: admitted.switch.switch_name, digest }, site, state, now)

/** What a switch, by its name and the SHA-256 of its secret, is answered from at an address of the app. */
export function surroundingsFor(
  key: { name: string; digest: string },
  site: string,
  { snapshot }: TenantState,
  now: number,
): Surroundings {
  const tenantId = snapshot.tenant.id
  return {
    snapshot,
    moment: now,
    soundPath: ({ file_id: fileId, format }) => soundAddress(site, key, { does: 'hear', fileId, format }),
    greetingPath: (extensionId) => soundAddress(site, key, { does: 'record', tenantId, extensionId }),
    isPin: () => false,
    roleIn: () => null,
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
  const surroundings = surroundingsOf(asking, state, now)
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
  const answer = dialplan({ ...surroundings, isPin: () => right === true, roleIn: () => role }, form)
  if (answer.step?.reason.why === 'blocked') await store.countHit(state, answer.step.reason.record.id)
  if (answer.step) tellOfEmergency(answer.step, form, state, store)
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

/** The longest pause before a failed attempt to keep that 911 was dialed is repeated. */
const LONGEST_PAUSE_MS = 15_000

/** Has a 911 call told, also one that cannot leave. The call does not wait for it, and a failure is tried again until it is kept. */
function tellOfEmergency(step: Step, form: SwitchRequest, state: TenantState, store: SwitchStore) {
  const emergency = step.kind === 'outside' || step.kind === 'refuse' ? step.emergency : null
  const { call } = step
  if (!emergency || emergency.notify.length === 0 || call.extensionId === null) return
  const told: EmergencyCall = {
    channel: (form['Unique-ID'] || randomUUID()).slice(0, 255),
    extension: call.extensionId,
    call_back: emergency.callBack,
    address: emergency.address.slice(0, 500),
    location: emergency.location.slice(0, 255),
    leaves: step.kind === 'outside',
  }
  const attempt = (pause: number) => {
    store.noteEmergency(state, told).catch((error: unknown) => {
      console.error('A 911 call could not be noted yet:', error)
      setTimeout(attempt, pause, Math.min(2 * pause, LONGEST_PAUSE_MS))
    })
  }
  attempt(250)
}

/** Makes a change once: a question that a switch repeats, as the answer came late, gets the same answer. */
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
