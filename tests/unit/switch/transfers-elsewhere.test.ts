import { expect, test } from 'vitest'
import { answerSwitch } from '@/lib/switch/serve'
import type { SwitchStore } from '@/lib/switch/switch-store'
import { NOT_FOUND } from '@/lib/switch/xml'

/** The channels whose calls end before the answer when a phone transfers one to an address with this after it. */
async function ended(headers: string, params = ''): Promise<string[]> {
  const channels: string[] = []
  const store: Pick<SwitchStore, 'admit' | 'endCall'> = {
    admit: () => Promise.resolve({ outcome: 'admitted', switch: {} as never, versions: {} }),
    endCall: async (channel) => void channels.push(channel),
  }
  const body = new URLSearchParams({
    section: 'channels',
    purpose: 'nightmare_xfer',
    'refer-to-params': params,
    'refer-to-headers': headers,
    'refer-from-channel-id': 'phone',
    'refer-for-channel-id': 'partner',
  }).toString()
  const authorization = `Basic ${Buffer.from('one:secret').toString('base64')}`
  const question = { authorization, address: '', site: 'http://app.test', body }
  expect((await answerSwitch(question, store as SwitchStore)).body).toBe(NOT_FOUND)
  return channels
}

test('a phone’s call goes on when it transfers it to one that has ended', async () => {
  expect(await ended('Replaces=a%40b%3Bto-tag%3D1%3Bfrom-tag%3D2&Require=replaces', 'transport=tls')).toEqual(
    [],
  )
  expect(await ended('')).toEqual([])
})

test('a phone’s call has ended before the switch would dial what the phone has added', async () => {
  expect(await ended('Replaces=a&b=c}sofia/external/sip:a@b')).toEqual(['phone'])
  expect(await ended('Replaces=a', 'b=c,d=e')).toEqual(['phone'])
  expect(await ended('Replaces=a&b=:_:user/1001')).toEqual(['phone'])
})
