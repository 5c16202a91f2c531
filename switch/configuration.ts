import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { configurationFiles } from '../lib/switches/configuration-files'
import { escapeXml } from '../lib/telephony/provisioning/text'
import { putFile } from './files'
import type { Settings } from './settings'

/**
 * Writes the files that connect a FreeSWITCH to its agent into its configuration folder and returns their paths. The agent serves
 * the carriers' access list, so that file is not written.
 */
export async function writeConfiguration(settings: Settings, folder: string): Promise<string[]> {
  const { SWITCH_NAME: name, SWITCH_SECRET: secret, SWITCH_PORT: port } = settings
  const files = configurationFiles({ name, secret, site: `http://127.0.0.1:${port}`, carriers: [] })
    .filter(({ path }) => !path.includes('acl.conf'))
    .concat({
      path: 'autoload_configs/event_socket.conf.xml',
      about: 'Reports events to the agent.',
      text: eventSocket(settings),
    })
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
