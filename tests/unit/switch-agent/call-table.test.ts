import { beforeEach, describe, expect, test } from 'vitest'
import { CallTable } from '@/switch/call-table'
import type { SwitchEvent } from '@/switch/event-socket'
import { recordedCalls } from '@/tests/support/switch/event-server'

type Joining = 'transferred' | 'unparked' | 'pickedUp'
type Part =
  | 'inbound'
  | 'answered'
  | 'move'
  | 'listen'
  | 'outbound'
  | 'queue'
  | 'available'
  | 'abandoned'
  | Joining

let table: CallTable
beforeEach(() => {
  table = new CallTable()
})

/** Replays a recording and returns each call whenever it changed. */
function play(...parts: Part[]) {
  const seen: string[] = []
  const known = new Set(table.ids())
  for (const event of parts.flatMap((part) => recordedCalls[part] as unknown as SwitchEvent[])) {
    table.take(event)
    for (const id of table.touched) {
      const call = table.liveCall(id)
      const text = call
        ? `${call.state} ${call.other_number ?? '-'}${call.queue ? ` in ${call.queue}` : ''}`
        : 'nothing'
      if (call) known.add(id)
      if (known.has(id) && text !== seen.at(-1)) seen.push(text)
    }
    table.touched.clear()
  }
  return seen
}
const liveCalls = () => table.ids().flatMap((id) => table.liveCall(id) ?? [])

describe('a call', () => {
  test('rings a phone, goes to voicemail, and ends', () => {
    expect(play('inbound')).toEqual(['ringing -', 'ringing 1001', 'ringing -', 'voicemail -', 'nothing'])
    expect(table.size).toBe(0)
  })

  test('is connected to the phone that answers it', () => {
    expect(play('answered').at(-1)).toBe('talking 1001')
    expect(liveCalls()).toMatchObject([
      {
        domain: 'acme.pbx.test',
        direction: 'inbound',
        caller_number: '+12075550123',
        called_number: '+12075550140',
        codec: 'PCMU',
        queue: null,
      },
    ])
    const [{ path = '', started_at = '', answered_at = '', state_at = '' } = {}] = liveCalls()
    expect(JSON.parse(path)).not.toEqual([])
    expect([started_at, answered_at, state_at]).toEqual([started_at, answered_at, state_at].toSorted())
  })

  test.each([
    ['the number', 'Number', 'anonymous', 'anonymous'],
    ['the name alone', 'Name', '+12075550123', ''],
  ])(
    'hides %s if its caller from outside withholds it from all but the switch',
    (_what, hidden, number, name) => {
      const withheld = { [`Caller-Privacy-Hide-${hidden}`]: 'true', 'Caller-Orig-Caller-ID-Name': 'Pat Doe' }
      for (const event of recordedCalls.answered as unknown as SwitchEvent[])
        table.take(event['Call-Direction'] === 'inbound' ? { ...event, ...withheld } : event)
      expect(liveCalls()).toMatchObject([{ caller_number: number, caller_name: name }])
    },
  )

  test('rings elsewhere when transferred, and remains the same call', () => {
    play('answered')
    const [before] = table.ids()
    expect(play('move')).toEqual(['talking 1001', 'routing -', 'ringing -', 'ringing 1002', 'talking 1002'])
    expect(table.ids()).toEqual([before])
  })

  test('does not change while someone listens in, and the listener is not a call', () => {
    expect(play('answered', 'move', 'listen').slice(-3)).toEqual(['talking 1002', 'routing -', 'nothing'])
    expect(table.size).toBe(0)
  })

  test('to an outside number is connected to that number', () => {
    const seen = play('outbound')
    expect(seen.slice(-3)).toEqual(['talking +12075550199', 'routing -', 'nothing'])
  })

  test('that enters a conference room is with that room', () => {
    const events = recordedCalls.inbound as unknown as SwitchEvent[]
    const last = events.findIndex(({ Application }) => Application === 'voicemail')
    for (const event of events.slice(0, last)) table.take(event)
    const entering = { Application: 'conference', 'Application-Data': '3500@acme.pbx.test@room' }
    table.take({ ...events[last], ...entering })
    expect(liveCalls()).toMatchObject([{ state: 'conference', other_number: '3500', queue: null }])
  })

  test('waits in its queue until an agent takes it', () => {
    expect(play('queue')).toContain('waiting - in 8000')
    expect(play('available')).toEqual(['waiting 1003 in 8000', 'talking 1003 in 8000', 'nothing'])
  })

  test('waits for the agent all of whose phones ring', () => {
    play('queue')
    for (const event of recordedCalls.available as unknown as SwitchEvent[]) {
      if (event['Answer-State'] === 'answered') break
      table.take(event)
      if (event['Call-Direction'] === 'outbound')
        table.take({ ...event, 'Unique-ID': `second ${event['Unique-ID']}` })
    }
    expect(liveCalls()).toMatchObject([{ state: 'waiting', other_number: '1003', other_name: '' }])
  })
})

describe.each([
  ['that a phone connects with whom it has called', 'transferred', '1002'],
  ['that a phone takes from a park lot', 'unparked', '1003'],
  ['that a phone picks up', 'pickedUp', '1003'],
] as const)('a call %s', (_how, part: Joining, other_number) => {
  const began = recordedCalls[part][0]?.['Unique-ID'] ?? ''
  const goesOn = () => {
    const caller = { direction: 'inbound', caller_number: '+12075550123' }
    expect(liveCalls()).toMatchObject([{ call_uuid: began, ...caller, other_number, state: 'talking' }])
    expect(table.channelsOf(began)?.first).toBe(began)
  }

  test('goes on as the older of the two', () => {
    play(part)
    goesOn()
  })

  test('is the same to an agent that starts then', () => {
    for (const dump of recordedCalls.dumpsAfter[part]) table.take(dump as unknown as SwitchEvent)
    goesOn()
  })
})

describe('after a gap', () => {
  test('calls are rebuilt from their channels, and calls without channels have ended', () => {
    play('queue')
    const dumps = Object.values(recordedCalls.dumps).map((text) => JSON.parse(text) as SwitchEvent)
    table.keepOnly(new Set(Object.keys(recordedCalls.dumps)), Date.now())
    for (const dump of dumps) table.take(dump)
    const found = liveCalls()
    table = new CallTable()
    play('answered')
    expect(found).toHaveLength(1)
    const { state_at: _, path, ...call } = liveCalls()[0] ?? {}
    expect(found).toMatchObject([call])
    expect(found[0]?.path).toBe(path)
  })
})
