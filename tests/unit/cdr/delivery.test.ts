import { describe, expect, test } from 'vitest'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { decodedVariables, percentDecode } from '@/lib/cdr/url-encoding'
import { momentOf, objectOf, objectsOf, storedNumber, textOf } from '@/lib/cdr/variables'

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the body of a delivery', () => {
  test.each([
    ['JSON', ' {"a":"+1&2"}\n', '{"a":"+1&2"}'],
    ['a form with plain JSON', 'cdr={"a":"+1&2"}', '{"a":"+1&2"}'],
    ['a form with encoded JSON', 'cdr=%7B%22a%22:%22%2B1%26+2%22%7D%0A', '{"a":"+1& 2"}'],
    ['a form with partly encoded JSON', 'cdr=%7B"a":[1]%7D', '{"a":[1]}'],
    ['a form with further fields', 'cdr=%7B%22a%22:1%7D&uuid=a_1\n&b=2', '{"a":1}'],
    ['a form in base64', `cdr=${base64(' {"a":1}\n\0')}`, '{"a":1}'],
    ['JSON on several lines', '{"a":\n1\n}', '{"a":\n1\n}'],
    ['JSON with NUL characters', '{"a"\0:1}\0', '{"a":1}'],
  ])('may be %s', (_what, body, text) => {
    expect(deliveredRecords(body)).toEqual([{ text, json: JSON.parse(text) }])
  })

  test('may be an array in a form field', () => {
    const both = [
      { text: '{"a":1}', json: { a: 1 } },
      { text: '2', json: 2 },
    ]
    expect(deliveredRecords('cdr=[{"a":1},2]')).toEqual(both)
    expect(deliveredRecords(`cdr=${base64('[{"a":1},2]')}`)).toEqual(both)
  })

  test('may have one record per line, with blank lines in between', () => {
    expect(deliveredRecords('{"a":1}\r\n \r\n{"b":\n{"c":2}')).toEqual([
      { text: '{"a":1}', json: { a: 1 } },
      { text: '{"b":', json: undefined },
      { text: '{"c":2}', json: { c: 2 } },
    ])
  })

  test('is treated as a single damaged record when no line can be parsed', () => {
    expect(deliveredRecords('{"a":\n"b"x\n')).toEqual([{ text: '{"a":\n"b"x', json: undefined }])
    expect(deliveredRecords('')).toEqual([{ text: '', json: undefined }])
  })

  test.each([
    ['an array', (count: number) => JSON.stringify(Array(count).fill(1))],
    ['lines', (count: number) => '1\n'.repeat(count)],
  ])('has at most ten thousand records, in %s', (_what, bodyOf) => {
    expect(deliveredRecords(bodyOf(10_000))).toHaveLength(10_000)
    expect(() => deliveredRecords(bodyOf(10_001))).toThrow(expect.objectContaining({ status: 413 }))
  })

  test('is stripped of characters that the database cannot store', () => {
    expect(deliveredRecords('{"a":"b\\u0000\\ud800","c":1}')[0]?.json).toEqual({ a: 'b\ufffd', c: 1 })
  })
})

describe('URL-encoded values', () => {
  test('are decoded byte by byte, and a stray percent sign is kept', () => {
    expect(percentDecode('50% of %C3%A9%20%E2%82%ac 5%4 %zz')).toBe('50% of é € 5%4 %zz')
  })

  test('are decoded only if every value could be URL-encoded', () => {
    const encoded = { a: 'x%20y', b: 'plain', c: 17, d: { e: 'f g' } }
    expect(decodedVariables(encoded)).toEqual({ ...encoded, a: 'x y' })
    const plain = { a: 'x%20y', b: '2026-01-12 15:30' }
    expect(decodedVariables(plain)).toEqual(plain)
    expect(decodedVariables({ a: 'x%20y', b: 'é' })).toEqual({ a: 'x%20y', b: 'é' })
    expect(decodedVariables({ a: 'x%2', b: '5%' })).toEqual({ a: 'x%2', b: '5%' })
    for (const character of '\r\n #&+:;<=>?@[\\]^`{|}"\u007f')
      expect(decodedVariables({ a: '%20', b: character })).toEqual({ a: '%20', b: character })
    for (const character of "!$'()*,-./09AZ_az~")
      expect(decodedVariables({ a: '%20', b: character })).toEqual({ a: ' ', b: character })
  })
})

describe('a channel variable', () => {
  test('is read as trimmed text', () => {
    const source = { text: ' a b ', number: 7, flag: true, nothing: null }
    expect(['text', 'number', 'flag', 'nothing', 'missing'].map((name) => textOf(source, name))).toEqual([
      'a b',
      '7',
      '',
      '',
      '',
    ])
  })

  test.each([
    ['1000', '1970-01-01T00:00:00.001Z'],
    ['0', undefined],
    ['-1000', undefined],
    ['x', undefined],
    ['8640000000000000000', '+275760-09-13T00:00:00.000Z'],
    ['8640000000000002000', undefined],
  ])('with the timestamp %s is read as %s', (microseconds, moment) =>
    expect(momentOf(microseconds)).toBe(moment),
  )

  test.each([
    ['12075550107', '+12075550107'],
    ['sip:12075550107@pbx.example:5060', '+12075550107'],
    ['SIPS:+442079460123@[2001:db8::1]', '+442079460123'],
    ['tel:+1 207-555-0107', '+12075550107'],
    ['011442079460123', '+442079460123'],
    ['+1234567', '+1234567'],
    ['+123456', '+123456'],
    ['+123456789012345', '+123456789012345'],
    ['0111234567890123456', '0111234567890123456'],
    ['011044207946', '011044207946'],
    ['x+442079460123', 'x+442079460123'],
    ['+442079460123x', '+442079460123x'],
    ['442079460123', '442079460123'],
    ['*98', '*98'],
    ['1001sip:', '1001sip:'],
    ['a@b\n@c', 'a'],
    ['a'.repeat(130), 'a'.repeat(128)],
  ])('the number %s is stored as %s', (dialed, stored) => expect(storedNumber(dialed)).toBe(stored))

  test('that should be an object is read as one, or as empty', () => {
    expect([objectOf({ a: 1 }), ...[[1], null, undefined, 'a', 1].map(objectOf)]).toEqual([
      { a: 1 },
      {},
      {},
      {},
      {},
      {},
    ])
  })

  test('that should be a list of objects is read as one', () => {
    expect(objectsOf([{ a: 1 }, 2])).toEqual([{ a: 1 }, {}])
    expect(objectsOf({ a: 1 })).toEqual([{ a: 1 }])
    expect([objectsOf(undefined), objectsOf(null)]).toEqual([[], []])
  })
})
