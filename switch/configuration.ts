import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DIRECTORY_CONF, HTTAPI_CONF, VOICEMAIL_CONF } from '../lib/switch/configuration/basics'
import { CALLCENTER_SETTINGS } from '../lib/switch/configuration/callcenter'
import { CONFERENCE_CONF } from '../lib/switch/configuration/conference'
import { EMERGENCY_DIALPLAN } from '../lib/switch/emergency'
import { configurationFiles } from '../lib/switches/configuration-files'
import { escapeXml } from '../lib/telephony/provisioning/text'
import { putFile } from './files'
import type { Settings } from './settings'

/**
 * Configurations that do not depend on tenants: a switch that is started while the agent is away reads them from its files. mod_voicemail
 * could not even be loaded later, because it has then registered its events.
 */
const FOR_ALL = {
  voicemail: VOICEMAIL_CONF,
  directory: DIRECTORY_CONF,
  httapi: HTTAPI_CONF,
  callcenter: CALLCENTER_SETTINGS,
  conference: CONFERENCE_CONF,
}

/** FreeSWITCH's own files contain what an answer of mod_xml_curl wraps. */
export const STATIC_CONFIGURATIONS = Object.entries(FOR_ALL).map(([name, document]) => ({
  path: `autoload_configs/${name}.conf.xml`,
  about: 'Is read while the agent is away.',
  text: /<configuration .*<\/configuration>/s.exec(document)?.[0] ?? '',
}))

/**
 * Writes the files that connect a FreeSWITCH to its agent into its configuration folder and returns their paths. Not written are the
 * carriers' access list, which the agent serves, and freeswitch.xml, to which a section is added by hand (ELSEWHERE).
 */
export async function writeConfiguration(settings: Settings, folder: string): Promise<string[]> {
  const { SWITCH_NAME: name, SWITCH_SECRET: secret, SWITCH_PORT: port } = settings
  const files = configurationFiles({ name, secret, site: `http://127.0.0.1:${port}`, carriers: [] })
    .filter(({ path }) => !/acl\.conf|^freeswitch/.test(path))
    .concat(
      {
        path: 'autoload_configs/event_socket.conf.xml',
        about: 'Reports events to the agent.',
        text: eventSocket(settings),
      },
      {
        path: 'dialplan/trunkline.xml',
        about: 'Sends emergency calls out while the agent is away.',
        text: EMERGENCY_DIALPLAN,
      },
      ...STATIC_CONFIGURATIONS,
    )
  const paths: string[] = []
  for (const { path, text } of files) {
    const full = join(folder, path)
    await mkdir(dirname(full), { recursive: true })
    await putFile(full, text)
    paths.push(full)
  }
  return paths
}

function eventSocket({ SWITCH_EVENTS_PORT: port, SWITCH_EVENTS_PASSWORD: password }: Settings): string {
  return `<configuration name="event_socket.conf" description="For the agent on this machine">
  <settings>
      <param name="listen-ip" value="127.0.0.1"/>
      <param name="listen-port" value="${port}"/>
      <param name="password" value="${escapeXml(password)}"/>
  </settings>
</configuration>
`
}
