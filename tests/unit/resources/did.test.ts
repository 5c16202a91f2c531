import { expect, test } from 'vitest'
import { fieldOf } from '@/lib/records/resource'
import { did } from '@/lib/resources/did'

test('a number for text messages says that none are received or sent here', () => {
  expect(fieldOf(did, 'text_messages')?.hint).toMatch('none are received or sent here')
})
