import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileNamed, filesOf, requestedFile } from '@/lib/telephony/provisioning/files'
import { configurations, receptionPhone } from './arbitrary'

describe('the name of a requested file', () => {
  test.each([
    ['805ec0112233.cfg', { kind: 'main', mac: '80:5E:C0:11:22:33' }],
    ['805EC0112233.CFG', { kind: 'main', mac: '80:5E:C0:11:22:33' }],
    ['64167f112233-registration.cfg', { kind: 'registration', mac: '64:16:7F:11:22:33' }],
    ['cfg000b82112233.xml', { kind: 'grandstream', mac: '00:0B:82:11:22:33' }],
    ['y000000000096.cfg', { kind: 'common' }],
    ['CFG000B82112233.XML', { kind: 'grandstream', mac: '00:0B:82:11:22:33' }],
    ['snomd785-000413aabbcc.xml', { kind: 'snom', mac: '00:04:13:AA:BB:CC' }],
    ['snomD785-000413AABBCC.htm', { kind: 'snom', mac: '00:04:13:AA:BB:CC' }],
  ])('%s is recognized', (name, file) => {
    expect(requestedFile(name)).toEqual(file)
  })

  test.each([
    '',
    '805ec0112233',
    '805ec0112233.xml',
    'cfg805ec0112233.cfg',
    '805ec0112233-phone.cfg',
    'cfg000b82112233-registration.xml',
    '805ec01122.cfg',
    '../805ec0112233.cfg',
    '805ec0112233.cfg.bak',
    'cfg805ec0112233',
    // Polycom phones ask for it when they have no file of their own.
    '000000000000.cfg',
    'xy000000000096.cfg',
    'y000000000096.cfg.bak',
    'y00000000009.cfg',
    'xsnomD785-000413AABBCC.htm',
    'snomD785-000413AABBCC.html',
    'snom-000413AABBCC.htm',
    `snom${'d'.repeat(17)}-000413AABBCC.htm`,
  ])('"%s" is not recognized', (name) => {
    expect(requestedFile(name)).toBeUndefined()
  })

  test('is recognized for every rendered file', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        for (const { name } of filesOf(configuration))
          expect(requestedFile(name)).toMatchObject({ mac: configuration.mac })
      }),
    )
  })

  test('selects the file of that phone, in any case; for a Snom, whatever model it names', () => {
    const named = (name: string, given: Parameters<typeof receptionPhone>[0] = {}) =>
      fileNamed(name, receptionPhone(given))?.name
    const snom = { mac: '00:04:13:11:22:33', vendor: 'Snom', model: 'Snom D785' }
    expect(named('805EC0112233.CFG')).toBe('805ec0112233.cfg')
    expect(named('805ec0112234.cfg')).toBeUndefined()
    expect(named('snomD735-000413112233.htm', snom)).toBe('snomd785-000413112233.htm')
    expect(named('000413112233.cfg', snom)).toBeUndefined()
    expect(named('snomD785-805EC0112233.htm')).toBeUndefined()
  })
})
