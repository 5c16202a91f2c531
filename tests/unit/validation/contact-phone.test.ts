import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatContactPhone, parseContactPhone } from '@/lib/validation/contact-phone'
import { isWebAddress, webHref } from '@/lib/validation/web-address'

describe("a person's telephone number", () => {
  test.each([
    ['(207) 555-0177', '+12075550177'],
    ['207.555.0177 x12', '+12075550177;ext=12'],
    ['+1 207 555 0177, ext. 4', '+12075550177;ext=4'],
    ['207.555.0177 x12 ', '+12075550177;ext=12'],
    ['  +44 20 7946 0018', '+442079460018'],
    ['2075550177 extension 90', '+12075550177;ext=90'],
    ['+12075550177;ext=12', '+12075550177;ext=12'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+49 30 901820 #7', '+4930901820;ext=7'],
    ['011 44 20 7946 0018 x5', '+442079460018;ext=5'],
    ['tel:+1-207-555-0177;ext=12', '+12075550177;ext=12'],
  ])('%s is stored as %s', (typed, stored) => expect(parseContactPhone(typed)).toBe(stored))

  test.each([
    '',
    '12345',
    '020 7946 0018',
    '+1 123 456 7890',
    'call me',
    'x12',
    '+44',
    '++442079460018 5 ext',
    '207 x12 555 0177',
    '207.555.0177 x12abc',
    'call +44 20 7946 0018',
    '+44 20 7946 0018 or so',
    '+0 44 2079 460018',
    '+4444444444444444',
  ])('%s is rejected', (typed) => expect(parseContactPhone(typed)).toBeUndefined())

  test('is shown with its extension', () => {
    expect(formatContactPhone('+12075550177;ext=12')).toBe('(207) 555-0177 ext. 12')
    expect(formatContactPhone('+442079460018')).toBe('+442079460018')
  })

  test('reads back as stored, whether in displayed or stored form', () => {
    const number = fc.stringMatching(/^\+(1[2-9][0-9]{2}[2-9][0-9]{6}|[2-9][0-9]{7,13})$/)
    const extension = fc.option(fc.stringMatching(/^[0-9]{1,8}$/))
    fc.assert(
      fc.property(number, extension, (main, ext) => {
        const stored = ext === null ? main : `${main};ext=${ext}`
        expect(parseContactPhone(stored)).toBe(stored)
        expect(parseContactPhone(formatContactPhone(stored))).toBe(stored)
      }),
    )
  })
})

describe('a web address', () => {
  test.each([
    'example.com',
    'https://www.example.com/contact?a=1',
    'HTTP://Example.com:8080',
    'müller.example',
    'example.com#top',
  ])('%s is valid', (text) => expect(isWebAddress(text)).toBe(true))
  test.each([
    '',
    'example',
    'javascript:alert(1)',
    'ftp://example.com',
    'a b.example',
    'office@example.com',
    'example.com@office',
    'example.com/a b',
    'see example.com',
    'example.c',
    'example.com:123456',
    'https://',
  ])('%s is invalid, and never a link', (text) => {
    expect(isWebAddress(text)).toBe(false)
    expect(webHref(text)).toBeUndefined()
  })
  test('is linked with its scheme', () => {
    expect(webHref('example.com/a')).toBe('https://example.com/a')
    expect(webHref('http://example.com')).toBe('http://example.com')
    expect(webHref('HTTPS://example.com')).toBe('HTTPS://example.com')
    expect(webHref('example.com/?to=https://other.example')).toBe(
      'https://example.com/?to=https://other.example',
    )
  })
})
