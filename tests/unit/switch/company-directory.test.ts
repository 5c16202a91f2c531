import { expect, test } from 'vitest'
import { DIRECTORY_CONF } from '@/lib/switch/configuration/basics'
import { directory } from '@/lib/switch/directory'
import { NOT_FOUND } from '@/lib/switch/xml'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension } from '@/tests/support/factories/snapshot-rows'

const snapshot = snapshotOf({
  tenant: { domain: 'acme.pbx.test' },
  extensions: [
    anExtension('1001', { first_name: 'Ann', last_name: 'Quirk' }),
    anExtension('1005', { first_name: 'José María', last_name: 'de la Peña' }),
    anExtension('1006', { first_name: 'Søren', last_name: 'Weiß' }),
    anExtension('1002', { listed_in_directory: false }),
    anExtension('1003', { suspended: true }),
    anExtension('1004', { enabled: false }),
  ],
})
/** As mod_directory asks (switch_xml_locate_domain). */
const asked = (domain: string) =>
  directory(snapshot, { tag_name: 'domain', key_name: 'name', key_value: domain }, () => ({
    sip: 'a'.repeat(32),
    voicemail: null,
  }))

test('the company directory lists the tenant’s extensions that are in service and want it, without secrets', () => {
  const listed = asked('acme.pbx.test')
  const users = [...parseXml(listed).querySelectorAll('user')]
  expect(users.map((user) => user.getAttribute('id'))).toEqual(['1001', '1005', '1006'])
  expect(listed).not.toContain('hash')
  expect(asked('rival.pbx.test')).toBe(NOT_FOUND)
})

test('callers find a name by all letters of its last name, without its accents', () => {
  const names = parseXml(asked('acme.pbx.test')).querySelectorAll('variable[name="directory_full_name"]')
  expect([...names].map((name) => name.getAttribute('value'))).toEqual([
    'Ann Quirk',
    'Jose Maria delaPena',
    'Soren Weiss',
  ])
})

test('callers find names of two letters, and each of many who share a name', () => {
  const param = (name: string) =>
    parseXml(DIRECTORY_CONF).querySelector(`param[name="${name}"]`)?.getAttribute('value')
  expect(param('min-search-digits')).toBe('2')
  // No limit.
  expect(param('max-result')).toBe('0')
})
