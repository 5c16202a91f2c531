import { beforeEach, describe, expect, test } from 'vitest'
import { WrongPins } from '@/switch/wrong-pins'

const BOX = { domain: 'acme.pbx.test', extension: '5b0e7a52-6d1f-4c39-9a58-1f27c3d9e841' }
const HOUR = 3_600_000

let pins: WrongPins
beforeEach(() => {
  pins = new WrongPins()
})
const guess = (times: number, at = 0) => {
  for (let guessed = 0; guessed < times; guessed += 1) pins.note(BOX, false, at)
}

describe('a mailbox', () => {
  test('is open to callers from outside until ten wrong PINs were entered', () => {
    guess(8)
    expect(pins.note(BOX, false, 0)).toBe(false)
    expect(pins.isOpen(BOX, 0)).toBe(true)
    expect(pins.note(BOX, false, 0)).toBe(true)
    expect(pins.isOpen(BOX, HOUR - 1)).toBe(false)
    expect(pins.isOpen(BOX, HOUR)).toBe(true)
  })

  test('is closed once, and again by the next wrong PIN after it has opened', () => {
    guess(10)
    expect([pins.note(BOX, false, 0), pins.note(BOX, false, 0)]).toEqual([false, false])
    expect(pins.note(BOX, false, 24 * HOUR)).toBe(true)
  })

  test('stays closed for twice as long with each further one, but for no more than a day', () => {
    guess(11)
    expect([pins.isOpen(BOX, 2 * HOUR - 1), pins.isOpen(BOX, 2 * HOUR)]).toEqual([false, true])
    guess(30, HOUR)
    expect([pins.isOpen(BOX, 25 * HOUR - 1), pins.isOpen(BOX, 25 * HOUR)]).toEqual([false, true])
  })

  test('is open again once its owner has entered the right one, and the count restarts', () => {
    guess(12)
    expect(pins.note(BOX, true, 0)).toBe(false)
    guess(9)
    expect(pins.isOpen(BOX, 0)).toBe(true)
  })

  test('is closed by its own wrong PINs alone, however the domain is spelled', () => {
    guess(10)
    expect(pins.isOpen({ ...BOX, extension: 'another' }, 0)).toBe(true)
    expect(pins.isOpen({ ...BOX, domain: 'Acme.PBX.test' }, 0)).toBe(false)
  })

  test('is forgotten when ten thousand others had a wrong PIN since', () => {
    guess(10)
    for (let other = 0; other < 10_000; other += 1)
      pins.note({ domain: BOX.domain, extension: `box ${other}` }, false, 0)
    expect(pins.isOpen(BOX, 0)).toBe(true)
  })
})
