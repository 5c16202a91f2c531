import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeConfiguration } from '@/switch/configuration'
import { settingsOf } from '@/switch/settings'
import { agentEnvironment } from '@/tests/support/switch/agent-environment'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freeswitch-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the files that connect a switch to its agent are written, readable only by their owner', async () => {
  const account = { name: 'pbx-1', secret: 'correct horse' }
  const settings = settingsOf({
    ...(await agentEnvironment({ account, app: 'https://staff.example.com', folder, eventsPort: 8021 })),
    SWITCH_PORT: '3010',
    SWITCH_EVENTS_PASSWORD: 'a "new" <password>',
  })
  const paths = await writeConfiguration(settings, folder)
  const files = Object.fromEntries(paths.map((path) => [basename(path), readFileSync(path, 'utf8')]))
  expect(Object.keys(files).sort()).toEqual([
    'callcenter.conf.xml',
    'conference.conf.xml',
    'directory.conf.xml',
    'event_socket.conf.xml',
    'httapi.conf.xml',
    'json_cdr.conf.xml',
    'trunkline.xml',
    'voicemail.conf.xml',
    'xml_curl.conf.xml',
  ])
  expect(readdirSync(join(folder, 'autoload_configs'))).toHaveLength(8)
  expect(readdirSync(join(folder, 'dialplan'))).toEqual(['trunkline.xml'])
  for (const path of paths) expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(files['xml_curl.conf.xml']).toContain('http://127.0.0.1:3010/api/switch/xml')
  expect(files['xml_curl.conf.xml']).toContain('pbx-1:correct horse')
  expect(files['json_cdr.conf.xml']).toContain('http://127.0.0.1:3010/api/cdr')
  for (const name of ['callcenter', 'conference', 'directory', 'httapi', 'voicemail'])
    expect(files[`${name}.conf.xml`]).toMatch(
      new RegExp(`^<configuration name="${name}.conf">.*</configuration>$`, 's'),
    )
  expect(files['event_socket.conf.xml']).toContain('name="listen-port" value="8021"')
  expect(files['event_socket.conf.xml']).toContain('value="a &quot;new&quot; &lt;password&gt;"')
})
