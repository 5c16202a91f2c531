import { describe, expect, test } from 'vitest'
import { configurationFiles, versionProblem } from '@/lib/switches/configuration-files'

const files = (given: Partial<Parameters<typeof configurationFiles>[0]> = {}) =>
  configurationFiles({ name: 'pbx-1', site: 'https://voice.example', secret: null, carriers: [], ...given })
const text = (path: string, given?: Parameters<typeof files>[0]) =>
  files(given).find((file) => file.path.endsWith(path))?.text ?? ''

describe('the configuration files of a switch', () => {
  test('authenticate with the switch’s name, and its secret while it is known', () => {
    expect(text('xml_curl.conf.xml')).toContain('value="pbx-1:THE-SECRET-OF-THIS-SWITCH"')
    expect(text('xml_curl.conf.xml', { secret: 'abc' })).toContain(
      'name="gateway-credentials" value="pbx-1:abc"',
    )
    expect(text('xml_curl.conf.xml')).toContain(
      'value="https://voice.example/api/switch/xml" bindings="directory|dialplan|configuration|channels"',
    )
    expect(text('json_cdr.conf.xml')).toContain('name="url" value="https://voice.example/api/cdr"')
    expect(text('json_cdr.conf.xml', { secret: 'abc' })).toContain('name="cred" value="pbx-1:abc"')
  })

  test('verify the certificate of an HTTPS address', () => {
    expect(text('xml_curl.conf.xml')).toContain('name="enable-cacert-check" value="true"')
    expect(text('xml_curl.conf.xml', { site: 'http://127.0.0.1:3000' })).toContain(
      'name="enable-cacert-check" value="false"',
    )
  })

  test('allow only the carriers, each as a network', () => {
    const list = text('acl.conf.xml', { carriers: ['192.0.2.0/28', '203.0.113.5', '2001:db8::5'] })
    expect(list.match(/cidr="[^"]+"/g)).toEqual([
      'cidr="192.0.2.0/28"',
      'cidr="203.0.113.5/32"',
      'cidr="2001:db8::5/128"',
    ])
    expect(list).toContain('default="deny"')
  })

  test('send calls nowhere that a phone transfers to an unknown call', () => {
    expect(text('freeswitch.xml')).toContain('name="absolute-dial-string" value="error/CALL_REJECTED"')
  })

  test('escape the values written into them', () => {
    expect(text('xml_curl.conf.xml', { site: 'https://voice.example/?a="&b' })).toContain(
      'https://voice.example/?a=&quot;&amp;b/api/switch/xml',
    )
  })
})

describe('the FreeSWITCH version', () => {
  test.each(['1.10', '1.10.12', '1.11.3', '2.0'])('%s is supported', (version) => {
    expect(versionProblem(version)).toBeUndefined()
  })
  test.each(['1.8.7', '1.9', '0.9.1'])('%s is too old', (version) => {
    expect(versionProblem(version)).toContain(`FreeSWITCH ${version} is too old`)
  })
  test('is requested if it is missing', () => {
    expect(versionProblem('')).toContain('not stated')
  })
})
