import { describe, expect, test } from 'vitest'
import { Refusal } from '@/lib/errors'
import { CircuitOpen } from '@/lib/providers/circuit-breaker'
import {
  checkNumber,
  endNumber,
  forEach,
  type RecordStep,
  registerNumber,
  type RegistrableNumber,
} from '@/lib/providers/emergency-service'
import type { EmergencyAnswer, EmergencyPlace, EmergencyProvider } from '@/lib/providers/number-provider'
import { offlineEmergency } from '@/lib/providers/offline'

const did: RegistrableNumber = {
  id: 'n1',
  number: '+12075550107',
  version: 3,
  seen: 3,
  updated_at: '2026-03-02T15:00:00Z',
  emergency_address_id: null,
  e911_state: 'none',
  e911_reason: '',
  e911_reference: '',
  e911_answered_at: null,
}
const waiting = { ...did, e911_state: 'submitted', e911_reference: 'A-1', emergency_address_id: 'a1' }
const answered = { ...waiting, e911_state: 'confirmed', e911_answered_at: did.updated_at }
const rejected = { ...answered, e911_state: 'rejected', e911_reason: 'No such street.' }
const place = { id: 'a1', version: 1, name: 'Harbor Lane Dental' } as EmergencyPlace

const answering = (answer: EmergencyAnswer | null | Error): EmergencyProvider => {
  const say = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  return { title: 'Telnyx', registerEmergency: say, emergencyAnswer: say, endEmergency: say }
}
const says = (state: EmergencyAnswer['state'], reason = '', reference = 'A-1') =>
  answering({ state, reason, reference })

/** The recorded steps. */
function recorder(refusal?: Error) {
  const steps: Parameters<RecordStep>[0][] = []
  const record: RecordStep = async (step) => {
    if (refusal) throw refusal
    steps.push(step)
  }
  return { steps, record }
}

describe('registering a number for 911', () => {
  test('without a carrier records the submission, and says what to do by hand', async () => {
    const { steps, record } = recorder()
    expect(await registerNumber(did, place, { provider: offlineEmergency, record })).toEqual({
      id: 'n1',
      problem: null,
      note: 'No carrier is connected. Send the address to the carrier and record its answer here.',
    })
    expect(steps).toEqual([{ id: 'n1', version: 3, to: 'submitted', place, reference: undefined }])
  })

  test('reports a number that the carrier does not serve', async () => {
    const { record } = recorder()
    const { note } = await registerNumber(did, place, { provider: answering(null), record })
    expect(note).toContain('Telnyx does not hold this number.')
  })

  test.each<[EmergencyProvider, string[], string | null]>([
    [says('submitted'), ['submitted'], null],
    [says('confirmed'), ['submitted', 'confirmed'], null],
    [says('rejected', 'No such street.'), ['submitted', 'rejected'], 'No such street.'],
  ])('records the carrier’s answer', async (provider, recorded, problem) => {
    const { steps, record } = recorder()
    const rejected = problem ? true : undefined
    expect(await registerNumber(did, place, { provider, record })).toEqual({
      id: 'n1',
      problem,
      note: null,
      rejected,
    })
    expect(steps.map(({ to }) => to)).toEqual(recorded)
    expect(steps.map(({ version }) => version)).toEqual([3, 4].slice(0, recorded.length))
    expect(steps[0]?.reference).toBe('A-1')
  })

  test('keeps a confirmed number where it is if the carrier refuses the new address', async () => {
    const { steps, record } = recorder()
    const confirmed = { ...answered, emergency_address_id: 'another' }
    const refused = says('rejected', 'No such street.', '')
    expect(await registerNumber(confirmed, place, { provider: refused, record })).toEqual({
      id: 'n1',
      problem: 'No such street. +12075550107 stays registered where it was.',
      note: null,
    })
    expect(steps).toEqual([])
    // One that it failed to set up at the carrier is no longer where it was.
    await registerNumber(confirmed, place, { provider: says('rejected', 'Failed.'), record })
    expect(steps.map(({ to }) => to)).toEqual(['submitted', 'rejected'])
  })

  test.each([
    [new Error('timeout'), 'Telnyx could not be reached. Nothing was recorded; try again.'],
    [new CircuitOpen(''), 'Telnyx has not answered lately. Nothing was recorded; try again in a minute.'],
  ])('records nothing when the carrier does not answer', async (failure, problem) => {
    const { steps, record } = recorder()
    const made = await registerNumber(did, place, { provider: answering(failure), record })
    expect(made).toEqual({ id: 'n1', problem, note: null })
    expect(steps).toEqual([])
  })

  test('rejects a pending number without asking the carrier', async () => {
    const { steps, record } = recorder()
    const { problem } = await registerNumber(waiting, place, {
      provider: answering(new Error('asked')),
      record,
    })
    expect(problem).toContain('is already submitted')
    expect(steps).toEqual([])
  })

  test('passes on a rejection by the database', async () => {
    const refused = new Refusal('Somebody was faster.', 409, 'conflict')
    const { record } = recorder(refused)
    expect((await registerNumber(did, place, { provider: says('confirmed'), record })).problem).toBe(
      'Somebody was faster.',
    )
  })
})

describe('a repeated request, whose response was lost,', () => {
  const unasked = answering(new Error('asked'))
  const STALE = 'Someone else has saved this number since you opened it.'
  test.each<[string, RegistrableNumber, EmergencyProvider, string | null, string | null]>([
    ['submitted', { ...waiting, version: 4 }, unasked, null, null],
    [
      'submitted by hand',
      { ...waiting, version: 4, e911_reference: '' },
      offlineEmergency,
      null,
      'No carrier is connected. Send the address to the carrier and record its answer here.',
    ],
    ['confirmed', { ...answered, version: 5 }, unasked, null, null],
    ['rejected', { ...rejected, version: 5 }, unasked, 'No such street.', null],
    [
      'submitted for another address',
      { ...waiting, version: 4, emergency_address_id: 'a2' },
      unasked,
      STALE,
      null,
    ],
    [
      'confirmed for another address',
      { ...answered, version: 5, emergency_address_id: 'a2' },
      unasked,
      STALE,
      null,
    ],
    ['submitted and changed since', { ...waiting, version: 5 }, unasked, STALE, null],
    ['confirmed and changed since', { ...answered, version: 6 }, unasked, STALE, null],
    [
      'changed twice since it was confirmed',
      { ...answered, version: 5, updated_at: '2026-03-02T15:01:00Z' },
      unasked,
      STALE,
      null,
    ],
    ['changed since it was confirmed', { ...answered, version: 4 }, unasked, STALE, null],
  ])(
    'to register a number that is %s answers as the number stands',
    async (_, stored, provider, problem, note) => {
      const { steps, record } = recorder()
      const rejected = problem === 'No such street.' ? true : undefined
      expect(await registerNumber(stored, place, { provider, record })).toEqual({
        id: 'n1',
        problem,
        note,
        rejected,
      })
      expect(steps).toEqual([])
    },
  )

  test.each<[string, RegistrableNumber, string | null]>([
    ['confirmed', { ...answered, version: 4 }, null],
    ['rejected', { ...rejected, version: 4 }, 'No such street.'],
    ['still waiting', { ...waiting, version: 4 }, STALE],
    ['confirmed and changed since', { ...answered, version: 5 }, STALE],
    [
      'changed since it was confirmed',
      { ...answered, version: 4, updated_at: '2026-03-02T15:01:00Z' },
      STALE,
    ],
  ])('to check a number that is %s answers as the number stands', async (_, stored, problem) => {
    const { steps, record } = recorder()
    expect(await checkNumber(stored, { provider: unasked, record })).toMatchObject({
      id: 'n1',
      problem,
      note: null,
    })
    expect(steps).toEqual([])
  })

  test('to end a registration is decided by the database from the version that the user saw', async () => {
    const { steps, record } = recorder()
    expect(await endNumber({ ...did, version: 4 }, { provider: says('none'), record })).toMatchObject({
      problem: null,
    })
    expect(steps).toEqual([{ id: 'n1', version: 3, to: 'none' }])
  })
})

describe('checking with the carrier', () => {
  test.each<[EmergencyProvider, string[], string | null, string | null]>([
    [says('confirmed'), ['confirmed'], null, null],
    [says('rejected', 'No such street.'), ['rejected'], 'No such street.', null],
    [says('submitted'), [], null, 'Telnyx has not answered yet.'],
    [offlineEmergency, [], null, 'No carrier is connected. Ask the carrier and record its answer here.'],
    [
      says('confirmed', '', 'another address'),
      [],
      'Telnyx does not have +12075550107 at this address. End the registration and register it again.',
      null,
    ],
    [
      says('none', '', ''),
      [],
      'Telnyx does not have +12075550107 at this address. End the registration and register it again.',
      null,
    ],
  ])('records only its answer for the current address', async (provider, recorded, problem, note) => {
    const { steps, record } = recorder()
    expect(await checkNumber(waiting, { provider, record })).toMatchObject({ id: 'n1', problem, note })
    expect(steps.map(({ to }) => to)).toEqual(recorded)
  })

  test('works only for pending numbers', async () => {
    const { record } = recorder()
    const { problem } = await checkNumber(did, { provider: says('confirmed'), record })
    expect(problem).toContain('is not waiting for an answer')
  })
})

describe('ending a registration', () => {
  test('contacts the carrier only after the database has allowed it', async () => {
    let asked = false
    const provider = { ...says('none'), endEmergency: async () => ((asked = true), null) }
    const { record } = recorder(new Refusal('It is the emergency caller ID of 1001.', 409, 'invalid'))
    expect((await endNumber(waiting, { provider, record })).problem).toBe(
      'It is the emergency caller ID of 1001.',
    )
    expect(asked).toBe(false)
  })

  test.each<[EmergencyProvider, string | null, string | null]>([
    [says('none'), null, null],
    [offlineEmergency, null, 'No carrier is connected. End the registration with the carrier as well.'],
    [
      answering(new Error('timeout')),
      'The registration ended here, but Telnyx could not be reached. End it there as well.',
      null,
    ],
  ])('says what remains to be done', async (provider, problem, note) => {
    const { steps, record } = recorder()
    expect(await endNumber(waiting, { provider, record })).toEqual({ id: 'n1', problem, note })
    expect(steps.map(({ to }) => to)).toEqual(['none'])
  })
})

test('bulk steps run a few at a time, and return results in order', async () => {
  let running = 0
  let most = 0
  const done = await forEach(
    Array.from({ length: 23 }, (_, n) => n),
    async (n) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      return n * 2
    },
  )
  expect(done).toEqual(Array.from({ length: 23 }, (_, n) => n * 2))
  expect(most).toBeLessThanOrEqual(5)
})
