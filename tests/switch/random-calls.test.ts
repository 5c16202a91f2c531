import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { PIN } from '@/lib/switch/channel-variables'
import { formOf } from '@/lib/switch/form'
import { contextOf } from '@/lib/switch/request'
import { NOT_FOUND } from '@/lib/switch/xml'
import type { SwitchEvent } from '@/switch/event-socket'
import { startSwitch } from '../support/switch/freeswitch'
import {
  answerOf,
  callerOf,
  outcomeOf,
  queueAnswer,
  type Trial,
  trialOf,
} from '../support/switch/random-trial'

const TRIALS = Number(process.env.SWITCH_TRIALS || 1000)
/** What a caller takes to enter a PIN, in seconds; the simulator's callers take no time. */
const ENTERING = 2
/** Calls started per second. */
const RATE = 25
const AGAIN_RATES = [4, 2, 1]

interface Seen {
  begun: number
  presses: ReturnType<typeof callerOf>
  entersPin?: boolean
  answeredBy?: string
  outcome?: string
  seconds?: number
}

const trials = new Map<string, Trial>()
const seen = new Map<string, Seen>()

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const form = formOf(Buffer.concat(chunks).toString()) ?? {}
    const trial = trials.get(form.variable_trial ?? /^t(\d+)\./.exec(contextOf(form))?.[1] ?? '')
    const begun = trial && seen.get(trial.id)?.begun
    const known = trial && begun !== undefined && form.section === 'dialplan'
    const named = (domain: string) => trials.get(/^t(\d+)\./.exec(domain)?.[1] ?? '')
    const queue = form.key_value === 'callcenter.conf' ? queueAnswer(named, form) : undefined
    response.setHeader('Content-Type', 'text/xml')
    response.end(known ? answerOf(trial, form, (Date.now() - begun) / 1000) : (queue ?? NOT_FOUND))
  })
})
afterAll(() => void server.close())
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const freeswitch = await startSwitch({
  configuration: { url, credentials: 'trial:trial' },
  asksForConfiguration: true,
})
afterAll(() => freeswitch.stop())

function originate({ id, domain, begun }: Trial): string {
  const { place, call } = begun
  const extension = call.extensionId ? call.number : undefined
  const number = place.at === 'number' ? place.number : place.at === 'dialed' ? place.digits : ''
  const variables = {
    trial: id,
    loopback_bowout: 'false',
    loopback_bowout_on_execute: 'false',
    ignore_early_media: 'true',
    originate_timeout: '60',
    // A carrier asserts a number that its caller withholds, here one that rules and conditions are about.
    origination_caller_id_number: call.number || '+12075550188',
    ...(call.number === '' && { origination_privacy: 'hide_name:hide_number' }),
    origination_caller_id_name: `'${call.name || 'none'}'`,
    ...(extension && { user_name: extension, domain_name: domain }),
    loopback_export: `'trial${extension ? ',user_name,domain_name' : ''}'`,
  }
  const says = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return `bgapi originate {${says.join(',')}}loopback/${number}/${extension ? domain : 'public'} &park()`
}

/** The caller, and phones that confirm, press keys when the switch waits for them. */
function press(event: SwitchEvent): void {
  const channel = event['Unique-ID']
  const keys = (digits: string, after: number) =>
    setTimeout(() => void freeswitch.events.command(`bgapi uuid_recv_dtmf ${channel} ${digits}`), after)
  if (event['Event-Name'] === 'CHANNEL_ANSWER') {
    if (event.variable_trial_confirms === 'true' && event.variable_group_confirm_key) keys('1', 300)
    return
  }
  if (!(event['Channel-Name'] ?? '').endsWith('-b')) return
  const state = seen.get(event.variable_trial ?? '')
  if (!state) return
  const data = event['Application-Data'] ?? ''
  state.entersPin ||= data.includes(` ${PIN} `)
  const pressed = state.presses(event.Application ?? '', data, event.variable_cc_exit_keys ?? '')
  if (pressed) keys(pressed.keys, pressed.after)
}

function note(event: SwitchEvent): void {
  const trial = trials.get(event.variable_trial ?? '')
  const state = trial && seen.get(trial.id)
  if (!state || state.outcome !== undefined) return
  const seconds = Number(event['Event-Date-Timestamp']) / 1_000_000 - state.begun / 1000
  const name = event['Channel-Name'] ?? ''
  if (event['Event-Name'] === 'CHANNEL_BRIDGE' && name.endsWith('-b')) {
    const other = /^null\/(.*)$/.exec(event['Other-Leg-Channel-Name'] ?? '')?.[1] ?? '?'
    state.answeredBy = other
    state.seconds = seconds
    void freeswitch.events.command(`bgapi uuid_kill ${event['Unique-ID']}`)
  }
  if (event['Event-Name'] === 'CHANNEL_HANGUP_COMPLETE' && name.endsWith('-b')) {
    state.seconds ??= seconds
    state.outcome = state.answeredBy
      ? `answered by ${state.answeredBy}`
      : (event.variable_trial_end ?? `refused: ${event['Hangup-Cause']}`)
  }
}

/** Which of two equivalent endings the simulator used: the switch knows who took an ended call. */
function agree(expected: string, observed: string): boolean {
  if (expected === 'left the tenant')
    return observed.startsWith('answered by +') || observed.startsWith('answered by ')
  if (expected === 'recording played' || expected === 'feature done')
    return observed === 'refused: NORMAL_CLEARING'
  return expected === observed
}

function isAsExpected({ id, expected }: Trial): boolean {
  return agree(outcomeOf(expected.end), seen.get(id)?.outcome ?? 'still up')
}

function isLate({ id, expected }: Trial): boolean {
  const { seconds = -1, entersPin } = seen.get(id) ?? {}
  const tolerance = 2 + expected.stages.length * 0.5 + (entersPin ? ENTERING : 0)
  return Math.abs(seconds - expected.seconds) > tolerance
}

/** Makes the calls, so many a second, and waits until they are over. */
async function make(calls: readonly Trial[], rate: number): Promise<void> {
  for (const trial of calls) {
    seen.set(trial.id, { begun: Date.now(), presses: callerOf(trial) })
    await freeswitch.events.command(originate(trial))
    await pause(1000 / rate)
  }
  const over = () => calls.every(({ id }) => seen.get(id)?.outcome !== undefined)
  for (let waited = 0; !over() && waited < 60_000; waited += 200) await pause(200)
}

test(`${TRIALS} random calls end on a FreeSWITCH where the simulator says`, async () => {
  for (let seed = 1; trials.size < TRIALS; seed++) {
    const trial = trialOf(seed)
    if (trial) trials.set(trial.id, trial)
  }
  await freeswitch.events.command(
    'event json CHANNEL_ANSWER CHANNEL_EXECUTE CHANNEL_BRIDGE CHANNEL_HANGUP_COMPLETE',
  )
  freeswitch.events.onEvent(press)
  freeswitch.events.onEvent(note)
  const begin = Date.now()
  await make([...trials.values()], RATE)
  const differing = () => [...trials.values()].filter((trial) => isLate(trial) || !isAsExpected(trial))
  // On a busy machine the switch, its answers or a caller's keys are late; those calls are made again, fewer at a time.
  for (const rate of AGAIN_RATES) await make(differing(), rate)
  const wrong = differing().map((trial) => {
    const { outcome = 'still up', seconds = -1 } = seen.get(trial.id) ?? {}
    const { end, seconds: expected } = trial.expected
    return `${trial.id}: ${outcomeOf(end)} after ${expected} s, but ${outcome} after ${seconds.toFixed(1)} s`
  })
  console.log(`${trials.size} calls in ${((Date.now() - begin) / 1000).toFixed(0)} s, ${wrong.length} differ`)
  expect(wrong).toEqual([])
}, 1_200_000)
