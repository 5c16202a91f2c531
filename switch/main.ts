import '../scripts/lib/app-modules.ts'
import { join } from 'node:path'
import { loadEnvFiles } from '../scripts/lib/settings.ts'

/** `npm run switch` runs the agent until it is stopped; with `-- --configuration <folder>` it writes the switch's files instead. */

loadEnvFiles(join(import.meta.dirname, '..'))
const { settingsOf } = await import('./settings')
const { startAgent } = await import('./agent')
const { writeConfiguration } = await import('./configuration')
const { ELSEWHERE } = await import('../lib/switches/configuration-files')

try {
  const settings = settingsOf(process.env)
  const [option, folder] = process.argv.slice(2)
  if (option === '--configuration' && folder) {
    for (const path of await writeConfiguration(settings, folder)) console.log(`Wrote ${path}.`)
    console.log(`Add this to ${join(folder, 'freeswitch.xml')}, before its last line:\n\n${ELSEWHERE}`)
  } else if (option !== undefined) {
    throw new Error('Usage: npm run switch [-- --configuration <folder>]')
  } else {
    const agent = await startAgent(settings)
    console.log(`The agent of ${settings.SWITCH_NAME} is listening on 127.0.0.1:${agent.port}.`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop())
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
