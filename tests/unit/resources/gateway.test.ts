import { expect, test } from 'vitest'
import { gateway } from '@/lib/resources/gateway'

/** What the form says to some values of a gateway that could otherwise be saved. */
const refused = (typed: Partial<typeof gateway.blank>) =>
  gateway.schema
    .safeParse({ ...gateway.blank, name: 'east', host: 'sip.carrier.example', ...typed })
    .error?.issues.map(({ path, message }) => [path.join(), message])

test('a gateway is pinged every five seconds or more, or never', () => {
  expect(refused({ ping_seconds: 4 })).toEqual([['ping_seconds', 'At least 5 seconds, or 0.']])
  for (const ping_seconds of [0, 5]) expect(refused({ ping_seconds })).toBeUndefined()
})

test('a gateway that may carry 911 names the caller somewhere', () => {
  const silent = { may_carry_emergency: true, from_user: 'trunk', caller_id_header: 'none' } as const
  expect(refused(silent)).toEqual([
    [
      'caller_id_header',
      'Choose a header: this gateway may carry 911, and its From header does not show the caller’s number.',
    ],
  ])
  for (const named of [
    { may_carry_emergency: false },
    { from_user: '' },
    { caller_id_header: 'p-asserted-identity' as const },
  ])
    expect(refused({ ...silent, ...named })).toBeUndefined()
})

test('a list of codecs has one that connects calls on every switch', () => {
  const problem = 'Include PCMU or PCMA: without them, no call connects.'
  expect(refused({ codecs: ['G729', 'OPUS'] })).toEqual([['codecs', problem]])
  for (const codecs of [null, ['G722', 'PCMA']]) expect(refused({ codecs })).toBeUndefined()
})
