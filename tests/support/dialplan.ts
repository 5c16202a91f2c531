import { JSDOM } from 'jsdom'
import { type DialedLeg, parseDialString } from './dial-string'
import { type LegRing, originate, type Party } from './originate'

/** What happens outside the dialplan. Times in whole seconds. */
export interface World {
  /** Answers mod_xml_curl. `seconds` counts from the start of the call. */
  answer(request: Record<string, string>, seconds: number): string
  partyOf(leg: DialedLeg): Party
  /** What the caller presses the next time digits are gathered into a variable; empty for nothing. */
  press(variable: string): string
  /** Duration of a file. */
  lengthOf(file: string): number
  /** Calls in progress that a limit counts, without this one. */
  inUse(realm: string, id: string): number
  /**
   * Result of a wait in a queue: who answered, or mod_callcenter's cc_cancel_reason. `held` are the limits that this call
   * counts toward: agents' legs count toward the same.
   */
  wait(queue: string, exitKeys: string, seconds: number, held: ReadonlySet<string>): Waited
  /** Length of a message in seconds. */
  message: number
  /** Seconds after which the caller hangs up. */
  patience: number
}

export interface Waited {
  seconds: number
  rings: readonly LegRing[]
  answered?: string
  reason?: string
}

/** The outcome of a call. */
export interface Walked {
  how: 'answered' | 'left' | 'voicemail' | 'joined' | 'hung up' | 'caller hung up' | 'done' | 'not found'
  /** Who answered it, which mailbox took it, its hangup cause, or the last application. */
  by: string
  seconds: number
  rings: readonly LegRing[]
  variables: ReadonlyMap<string, string>
  /** Every action executed: `bridge [leg_timeout=30]user/1001@…`. */
  actions: readonly string[]
}

/** Thrown where the call ends. */
class Over {
  readonly how: Walked['how']
  readonly by: string

  constructor(how: Walked['how'], by: string) {
    this.how = how
    this.by = by
  }
}

interface Action {
  app: string
  data: string
}

const parser = new new JSDOM().window.DOMParser()
/** FreeSWITCH's limit of transfers (max_session_transfers). */
const MOST_TRANSFERS = 70
const DEFAULT_TIMEOUT = 60

/**
 * Walks a call through a dialplan as FreeSWITCH does: asks for the extension, chooses actions by its conditions, carries them out,
 * and asks again where a transfer leads. Knows the applications that a tenant's calls need and throws for any other.
 */
export function walkDialplan(first: Record<string, string>, world: World): Walked {
  const variables = new Map(
    Object.entries(first).flatMap(([name, value]) =>
      name.startsWith('variable_') ? [[name.slice(9), value] as const] : [],
    ),
  )
  variables.set('uuid', first['Unique-ID'] ?? 'channel')
  const state = { seconds: 0, rings: [] as LegRing[], actions: [] as string[] }
  const held = new Set<string>()
  let context = first['Caller-Context'] ?? ''
  let extension = first['Hunt-Destination-Number'] ?? ''
  const ended = ({ how, by }: Over): Walked => ({ how, by, ...state, variables })
  try {
    for (;;) {
      const request: Record<string, string> = {
        ...first,
        'Caller-Context': context,
        'Hunt-Destination-Number': extension,
      }
      for (const [name, value] of variables) request[`variable_${name}`] = value
      const xml = parseXml(world.answer(request, state.seconds))
      const actions = actionsOf(xml, context, extension, request)
      if (!actions) return ended(new Over('not found', extension))
      const next = run(actions, { variables, state, world, held })
      if (!next) return ended(new Over('hung up', 'NORMAL_CLEARING'))
      ;[extension, , context] = next as [string, string, string]
    }
  } catch (over) {
    if (over instanceof Over) return ended(over)
    throw over
  }
}

export function parseXml(text: string): Document {
  const parsed = parser.parseFromString(text, 'text/xml')
  if (parsed.querySelector('parsererror')) throw new Error(`Not well-formed: ${text}`)
  return parsed
}

/** The actions selected by the conditions; undefined if there is no such extension. */
function actionsOf(xml: Document, context: string, extension: string, request: Record<string, string>) {
  const found = [...xml.querySelectorAll('section[name=dialplan] > context')].find(
    (each) => each.getAttribute('name') === context,
  )
  if (!found) return undefined
  const chosen: Action[] = []
  for (const each of found.querySelectorAll(':scope > extension')) {
    let passed = false
    for (const condition of each.querySelectorAll(':scope > condition')) {
      const expression = condition.getAttribute('expression')
      const value = valueOf(condition.getAttribute('field') ?? '', extension, request)
      passed = expression === null || new RegExp(expression).test(value)
      for (const action of condition.querySelectorAll(passed ? ':scope > action' : ':scope > anti-action')) {
        chosen.push({
          app: action.getAttribute('application') ?? '',
          data: action.getAttribute('data') ?? '',
        })
      }
      const breaks = condition.getAttribute('break') ?? 'on-false'
      if (breaks === 'always' || breaks === (passed ? 'on-true' : 'on-false')) break
    }
    if (passed && each.getAttribute('continue') !== 'true') break
  }
  return chosen
}

function valueOf(field: string, extension: string, request: Record<string, string>): string {
  if (field === 'destination_number') return extension
  if (field === 'caller_id_number') return request['Caller-Caller-ID-Number'] ?? ''
  return field.replace(/\$\{([^}]+)\}/g, (_, name: string) => request[`variable_${name}`] ?? '')
}

interface Channel {
  variables: Map<string, string>
  state: { seconds: number; rings: LegRing[]; actions: string[] }
  world: World
  /** The limits the channel counts toward, once each (mod_hash). */
  held: Set<string>
}

/** Executes actions; returns the arguments of the transfer that ends them, if any. */
function run(actions: readonly Action[], channel: Channel): string[] | undefined {
  for (const { app, data } of actions) {
    const expanded = expand(data, channel.variables, (realm, id) => inUse(realm, id, channel))
    channel.state.actions.push(`${app} ${expanded}`.trim())
    const transfer = carryOut(app, expanded, channel)
    if (transfer) return transfer
  }
  return undefined
}

/** API commands that a value may run; a freshly started switch answers them with nothing relevant here. */
const KNOWN_COMMANDS =
  /^(?:cond\(|file_exists\(|uuid_getvar\(|hash\(select\/|callcenter_config\((?:agent set status|queue (?:load|reload|list tiers)|tier del) )/

/** The phones of an extension, each with these variables; here it has one. */
const PHONES = /^sofia_contact\(\*\/([0-9]+)\.[^@]+@([^/]+)\/(\[.*\])\)$/

/** Values are expanded again, as switch_channel_expand_variables does: a program could be run by a name. A backslash prevents it. */
export function expand(
  text: string,
  variables: ReadonlyMap<string, string>,
  calls: (realm: string, id: string) => number = () => 0,
  depth = 0,
): string {
  if (depth > 9) throw new Error(`Expands without end: ${text}`)
  const expanded = text.replace(/(?<!\\)\$\{([^{}]*)\}/g, (_, name: string) => {
    const [, number, domain, each = ''] = PHONES.exec(name) ?? []
    if (number) return `${each}user/${number}@${domain}`
    const [, realm, id] = /^limit_usage\(hash (\S+) (\S+)\)$/.exec(name) ?? []
    if (realm && id) return String(calls(realm, id))
    const [, some, most, then = ''] = /^cond\((\d+) >= (\d+) \? ([^:]*)\)$/.exec(name) ?? []
    if (some && most) return Number(some) >= Number(most) ? then : ''
    // Nothing is recorded before.
    if (name.startsWith('uuid_buglist(')) return ''
    if (name === 'regex(|session_record)') return 'false'
    const [, unrecorded] = /^cond\(false == false \? ([^:]*)\)$/.exec(name) ?? []
    if (unrecorded !== undefined) return unrecorded
    const [, refused = '', status, declined] = /^cond\('(\d*)' == '(\d+)' \? '(.*)'\)$/.exec(name) ?? []
    if (declined !== undefined) return refused === status ? declined : ''
    if (/[( ]/.test(name)) {
      if (KNOWN_COMMANDS.test(name)) return ''
      throw new Error(`Runs an API command: ${name}`)
    }
    return expand(variables.get(name) ?? '', variables, calls, depth + 1)
  })
  // What is nested is expanded first.
  return expanded === text ? text : expand(expanded, variables, calls, depth + 1)
}

function pass(seconds: number, { state, world }: Channel) {
  if (state.seconds + seconds > world.patience) {
    const until = world.patience
    state.rings = state.rings.map(({ answered, end, ...ring }) => ({
      ...ring,
      end: Math.min(end, until),
      answered: answered && end <= until,
    }))
    state.seconds = until
    throw new Over('caller hung up', '')
  }
  state.seconds += seconds
}

const NOTHING_TO_HEAR: readonly string[] = [
  'answer',
  'conference_set_auto_outcall',
  'export',
  'hash',
  'intercept',
  'pre_answer',
  'record_session',
  'set_profile_var',
  'stop_displace_session',
  'stop_record_session',
]

function carryOut(app: string, data: string, channel: Channel): string[] | undefined {
  const { variables, world, state } = channel
  const words = data.split(' ')
  if (NOTHING_TO_HEAR.includes(app)) return undefined
  switch (app) {
    case 'set': {
      const at = data.indexOf('=')
      const [name, value] = [data.slice(0, at), data.slice(at + 1)]
      if (value === '') variables.delete(name)
      else variables.set(name, value)
      return undefined
    }
    case 'unset':
      variables.delete(data)
      return undefined
    case 'sleep':
      pass(Number(data) / 1000, channel)
      return undefined
    case 'playback':
      pass(world.lengthOf(data), channel)
      return undefined
    case 'transfer':
      if (data.endsWith(' inline')) throw new Over('hung up', words[0]?.split(':')[1] ?? 'NORMAL_CLEARING')
      return data === '' ? undefined : transferred(words, variables)
    case 'hangup':
    case 'respond':
      throw new Over('hung up', data || 'NORMAL_CLEARING')
    case 'limit':
      return limited(words, channel)
    case 'play_and_get_digits':
      gather(words, channel)
      return undefined
    case 'bridge':
      bridge(data, channel)
      return undefined
    case 'callcenter':
      // Variables for the application alone come before its data.
      wait(data.replace(/^%\[[^\]]*\]/, ''), channel)
      return undefined
    case 'voicemail':
      if (words[0] === 'check') throw new Over('done', `voicemail ${data}`)
      pass(world.message, channel)
      throw new Over('voicemail', `${words[2]}@${words[1]}`)
    case 'conference':
      throw new Over('joined', data)
    case 'rxfax':
    case 'directory':
    case 'record':
      // Saying a name takes no time here.
      if (data.includes('/trunkline-name-')) return undefined
      throw new Over('done', `${app} ${data}`)
    case 'valet_park':
      return parked(data, channel)
    default:
      throw new Error(`No such application here: ${app} ${data} (after ${state.actions.join('\n')})`)
  }
}

/** Nobody picks up the call: mod_valet_parking transfers it after its timeout; without one it stays. */
function parked(data: string, channel: Channel): string[] {
  const { variables } = channel
  if (!/^\d+@\S+ (?:\d+|auto in \d+ \d+)$/.test(data)) throw new Error(`valet_park ${data}`)
  const [timeout, exten] = ['timeout', 'orbit_exten'].map((name) => variables.get(`valet_parking_${name}`))
  if (timeout === undefined || exten === undefined) throw new Over('done', `valet_park ${data}`)
  pass(Number(timeout), channel)
  const [dialplan, context] = ['dialplan', 'context'].map((name) =>
    variables.get(`valet_parking_orbit_${name}`),
  )
  return transferred([exten, dialplan ?? '', context ?? ''], variables)
}

function transferred(words: readonly string[], variables: Map<string, string>): string[] {
  const left = Number(variables.get('max_session_transfers') ?? MOST_TRANSFERS) - 1
  if (left <= 0) throw new Over('hung up', 'EXCHANGE_ROUTING_ERROR')
  variables.set('max_session_transfers', String(left))
  if (words.length !== 3) throw new Error(`transfer ${words.join(' ')}`)
  return [...words]
}

const inUse = (realm: string, id: string, { world, held }: Channel) =>
  world.inUse(realm, id) + (held.has(`${realm} ${id}`) ? 1 : 0)

function isFull([, realm = '', id = '', max = '']: readonly string[], channel: Channel): boolean {
  return inUse(realm, id, channel) + 1 > Number(max)
}

function limited(words: readonly string[], channel: Channel): string[] | undefined {
  const counted = `${words[1]} ${words[2]}`
  if (channel.held.has(counted) || !isFull(words, channel)) {
    channel.held.add(counted)
    return undefined
  }
  const full = words.slice(4)
  if (full[0]?.startsWith('!')) throw new Over('hung up', full[0].slice(1))
  return transferred(full, channel.variables)
}

/** One try; a wrong entry, or none, plays the second file. */
function gather(words: readonly string[], channel: Channel) {
  const [
    min,
    max,
    tries,
    timeout,
    terminators = '',
    file = '',
    invalid = '',
    name = '',
    pattern = '',
    between,
  ] = words
  if (tries !== '1' || min !== '1') throw new Error('Only one try for one digit or more is known here.')
  channel.variables.delete(name)
  for (const sound of file.replace(/^file_string:\/\//, '').split('!'))
    pass(channel.world.lengthOf(sound), channel)
  const digits = channel.world.press(name).slice(0, Number(max))
  if (digits === '') pass(Number(timeout) / 1000, channel)
  else if (digits.length < Number(max) && terminators !== '#') pass(Number(between) / 1000, channel)
  if (digits !== '' && new RegExp(pattern).test(digits)) channel.variables.set(name, digits)
  else pass(channel.world.lengthOf(invalid), channel)
}

function bridge(data: string, channel: Channel) {
  const { variables, world, state } = channel
  const dialed = parseDialString(data)
  const timelimit = Number(
    dialed.variables.get('call_timeout') ?? variables.get('call_timeout') ?? DEFAULT_TIMEOUT,
  )
  let cause = 'NO_ROUTE_DESTINATION'
  for (const group of dialed.groups) {
    const begun = state.seconds
    const legs = group.map((leg) => refusedByLimits(leg, channel))
    const tried = originate(
      legs.map(({ leg }) => leg),
      (leg) => {
        const party = world.partyOf(leg)
        const refusal = legs.find((each) => each.leg === leg)?.refusal
        return refusal !== undefined && party.does !== 'not exist' ? { does: 'fail', cause: refusal } : party
      },
      timelimit,
    )
    state.rings.push(
      ...tried.rings.map((ring) => ({ ...ring, start: ring.start + begun, end: ring.end + begun })),
    )
    pass(tried.seconds, channel)
    if (tried.left) throw new Over('left', tried.left.endpoint)
    if (tried.answered) throw new Over('answered', tried.answered.endpoint)
    cause = tried.cause
  }
  variables.set('originate_disposition', cause)
  // Only people decline here.
  if (cause === 'CALL_REJECTED') variables.set('sip_invite_failure_status', '603')
  const goesOn = variables.get('continue_on_fail') ?? ''
  if (goesOn !== 'true' && !goesOn.split(',').includes(cause)) throw new Over('hung up', cause)
}

/** execute_on_originate runs on a leg before it rings; a limit that is reached hangs it up, one without a number only counts. */
function refusedByLimits(leg: DialedLeg, channel: Channel): { leg: DialedLeg; refusal: string | undefined } {
  for (const [name, command] of leg.variables) {
    if (!name.startsWith('execute_on_originate')) continue
    const [app, ...words] = command.split(' ')
    if (command === '' || app === 'set_user' || app === 'unset') continue
    if (app !== 'limit' && app !== 'hangup') throw new Error(`Runs ${command}`)
    if (app === 'limit' && (words.length === 3 || !isFull(words, channel))) continue
    const refused = new Map(leg.variables).set('refused', 'true')
    return { leg: { ...leg, variables: refused }, refusal: words.at(-1)?.replace('!', '') ?? '' }
  }
  return { leg, refusal: undefined }
}

function wait(name: string, channel: Channel) {
  const { variables, world, state, held } = channel
  const begun = state.seconds
  const waited = world.wait(name, variables.get('cc_exit_keys') ?? '', begun, held)
  state.rings.push(
    ...waited.rings.map((ring) => ({ ...ring, start: ring.start + begun, end: ring.end + begun })),
  )
  pass(waited.seconds, channel)
  if (waited.answered !== undefined) throw new Over('answered', waited.answered)
  if (waited.reason === undefined) throw new Over('caller hung up', '')
  variables.set('cc_cancel_reason', waited.reason)
}
