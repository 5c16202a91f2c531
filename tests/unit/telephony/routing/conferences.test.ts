import { describe, expect, test } from 'vitest'
import { problems } from '@/lib/telephony/routing/problems'
import type { Row } from '@/lib/telephony/routing/snapshot'
import { endText } from '@/lib/telephony/simulator/answer'
import { promptsIn } from '@/lib/telephony/simulator/prompts'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension, aNumber, aRecording, aRoom } from '@/tests/support/factories/snapshot-rows'
import { ask, dialing, endOf, fromPhone, said, to, toNumber, TUESDAY, walk } from './routing-helpers'

const tenant = (room: Partial<Row<'conference_rooms'>> = {}, ...pins: string[]) =>
  snapshotOf({
    extensions: [anExtension('1001')],
    dids: [aNumber('+12075550100', { destination_id: 'n3500' })],
    recordings: [aRecording('Welcome', { duration_ms: 4000 }), aRecording('Jazz')],
    secrets: pins.map((field) => ({ owner_table: 'conference_rooms', owner_id: 'n3500', field })),
    conference_rooms: [aRoom('3500', { name: 'Board', ...room })],
  })

describe('a conference room', () => {
  test('is joined from a phone, from outside and by transfer', () => {
    expect(endText(walk(tenant(), dialing('3500'), {}, fromPhone('1001')))).toBe(
      'The caller is in the conference',
    )
    expect(endText(walk(tenant(), toNumber()))).toBe('The caller is in the conference')
    expect(endText(walk(tenant(), dialing('3500')))).toBe('The caller is in the conference')
  })

  test('describes its settings', () => {
    const room = tenant(
      { waits_for_moderator: true, record: true, hold_music_recording_id: 'r-Jazz' },
      'pin',
      'moderator_pin',
    )
    expect(said(ask(room, 'conference', to('n3500')))).toEqual([
      'The caller joins the others in 3500 Board.',
      '3500 Board asks the caller for its PIN.',
      'Until a moderator comes, callers in 3500 Board hear music.',
      'The call is recorded, as conference room 3500 Board says.',
      'The hold music is Jazz.',
    ])
  })

  test('plays its greeting first, and rejects callers who do not know the PIN', () => {
    const room = tenant({ greeting_recording_id: 'r-Welcome' }, 'pin')
    expect(endOf(walk(room, to('n3500')))).toBe(
      'joined a room after 4: The caller joins the others in 3500 Board.',
    )
    const path = walk(room, to('n3500'), { knowsPin: false })
    expect(endOf(path)).toBe('refused after 4: 3500 Board asks the caller for its PIN.')
    expect(path.end.cause).toBe('CALL_REJECTED')
  })

  test('with only a moderator PIN lets everybody in', () => {
    expect(walk(tenant({}, 'moderator_pin'), to('n3500'), { knowsPin: false }).end.how).toBe('joined a room')
  })

  test('takes no more callers than its limit', () => {
    const room = tenant({ max_members: 2 })
    expect(walk(room, to('n3500'), { calls: { n3500: 1 } }).end.how).toBe('joined a room')
    const full = walk(room, to('n3500'), { calls: { n3500: 2 } })
    expect(full.end.cause).toBe('USER_BUSY')
    expect(endOf(full)).toBe('refused after 0: Conference room 3500 Board already has 2 calls, its limit.')
  })

  test('takes no calls while it is disabled', () => {
    expect(said(ask(tenant({ enabled: false }), 'refuse', to('n3500')))).toEqual([
      'Conference room 3500 Board is disabled.',
    ])
  })

  test.each([
    ['nothing', ['of the switch', 'nothing as the caller comes and goes']],
    ['tone', ['of the switch', 'a tone as the caller comes and goes']],
    ['name', ['a prompt to say their name', 'of the switch', 'the caller’s name as they come and go']],
  ])('announcing by %s sounds as set', (announces, heard) => {
    const room = tenant({ announces })
    expect(promptsIn(room, ask(room, 'conference', to('n3500'))).map(({ text }) => text)).toEqual(heard)
  })
})

describe('the configuration check of a room that waits for a moderator', () => {
  const found = (...given: Parameters<typeof tenant>) =>
    problems(tenant(...given), TUESDAY).filter(({ kind }) => kind === 'room-without-moderator')

  test('reports that there is no moderator PIN, with a repair', () => {
    expect(found({ waits_for_moderator: true }, 'pin')).toMatchObject([
      {
        severity: 'error',
        text: 'Callers in 3500 Board wait for a moderator, but it has no moderators’ PIN: nobody can be one.',
        repair: { table: 'conference_rooms', id: 'n3500', set: { waits_for_moderator: false } },
      },
    ])
  })

  test('reports nothing if the room has a moderator PIN, does not wait, or is disabled', () => {
    expect(found({ waits_for_moderator: true }, 'moderator_pin')).toEqual([])
    expect(found({})).toEqual([])
    expect(found({ waits_for_moderator: true, enabled: false })).toEqual([])
  })
})
