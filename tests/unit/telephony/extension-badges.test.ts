import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callBadges, type CallHandling } from '@/lib/telephony/extension-badges'

const RINGS: CallHandling = {
  suspended: false,
  do_not_disturb: false,
  follow_me_enabled: false,
  forward_all_enabled: false,
  forward_busy_enabled: false,
  forward_no_answer_enabled: false,
  forward_not_registered_enabled: false,
}
const labels = (handling: Partial<CallHandling>) =>
  callBadges({ ...RINGS, ...handling }).map(({ label }) => label)

describe('the badges of an extension', () => {
  test('are empty for an extension that simply rings', () => {
    expect(labels({})).toEqual([])
  })

  test('show active features, with do not disturb first', () => {
    expect(labels({ follow_me_enabled: true, forward_busy_enabled: true, do_not_disturb: true })).toEqual([
      'Do not disturb',
      'Forwards if busy',
      'Follow me',
    ])
  })

  test('show only call forwarding when all calls are forwarded, and do not disturb, which groups and queues obey', () => {
    const flag = fc.boolean()
    const anything = fc.record<CallHandling>({
      suspended: flag,
      do_not_disturb: flag,
      follow_me_enabled: flag,
      forward_all_enabled: fc.constant(true),
      forward_busy_enabled: flag,
      forward_no_answer_enabled: flag,
      forward_not_registered_enabled: flag,
    })
    fc.assert(
      fc.property(
        anything,
        (handling) =>
          labels(handling).join() ===
          (handling.do_not_disturb ? 'Forwards all,Do not disturb' : 'Forwards all'),
      ),
    )
  })
})
