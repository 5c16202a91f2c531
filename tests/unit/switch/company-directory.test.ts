import { expect, test } from 'vitest'
import { directory } from '@/lib/switch/directory'
import { NOT_FOUND } from '@/lib/switch/xml'
import { parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension } from '@/tests/support/factories/snapshot-rows'

const snapshot = snapshotOf({
  tenant: { domain: 'acme.pbx.test' },
  extensions: [
    anExtension('1001', { first_name: 'Ann', last_name: 'Quirk' }),
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
  expect(users.map((user) => user.getAttribute('id'))).toEqual(['1001'])
  expect(users[0]?.querySelector('variable[name="directory_full_name"]')?.getAttribute('value')).toBe(
    'Ann Quirk',
  )
  expect(listed).not.toContain('hash')
  expect(asked('rival.pbx.test')).toBe(NOT_FOUND)
})
