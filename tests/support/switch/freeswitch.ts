import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ELSEWHERE } from '@/lib/switches/configuration-files'
import { EventSocket } from '@/switch/event-socket'
import { freePort } from '../../../local/free-port.ts'

/** Folder of an installed FreeSWITCH (with bin/freeswitch and lib/freeswitch/mod). */
export const FREESWITCH = process.env.FREESWITCH ?? ''

const MODULES =
  `mod_event_socket mod_xml_curl mod_json_cdr mod_sofia mod_loopback mod_commands mod_dptools mod_dialplan_xml
  mod_db mod_hash mod_voicemail mod_callcenter mod_conference mod_valet_parking mod_sndfile mod_native_file mod_tone_stream
  mod_local_stream mod_say_en mod_spandsp`.split(/\s+/)

/** Whether it can fetch audio; some installations lack mod_httapi. */
export const FETCHES_SOUNDS = existsSync(join(FREESWITCH, 'lib/freeswitch/mod/mod_httapi.so'))
if (FETCHES_SOUNDS) MODULES.push('mod_httapi')
/** Whether it has the company directory, which a source build leaves out by default. */
export const HAS_DIRECTORY = existsSync(join(FREESWITCH, 'lib/freeswitch/mod/mod_directory.so'))
if (HAS_DIRECTORY) MODULES.push('mod_directory')

/** Kept between runs, because FreeSWITCH otherwise generates a 4096-bit key, which takes half a minute. */
export const CERTIFICATES = join(tmpdir(), 'trunkline-switch-certificates')

export interface RunningSwitch {
  events: EventSocket
  /** Port of its event socket; the password is `ClueCon`. */
  eventsPort: number
  /** Its temporary folder: log, recordings, databases. */
  folder: string
  /** Its log since the start. */
  log(): string
  /** Kills it and starts it again. */
  restart(): Promise<void>
  /** Lets it hang: its connections stay open, and it does nothing until `resume`. */
  hang(): void
  resume(): void
  stop(): Promise<void>
}

export interface SwitchSettings {
  /** The URL for mod_xml_curl, and its `user:password`. */
  configuration: { url: string; credentials: string }
  /** The URL for mod_json_cdr; none by default. */
  records?: { url: string; credentials: string }
  /** Port for its event socket; a free one by default. */
  eventsPort?: number
  /** Whether an agent raises its limits of legs; otherwise it has those of the README. */
  hasAgent?: boolean
  /** Whether mod_xml_curl also fetches configurations, not only directory and dialplan, and asks about transfers. */
  asksForConfiguration?: boolean
  /** Its own dialplan, which it uses when its questions are not answered; none by default. */
  dialplan?: string
  /** The contents of configuration files, which it reads when its questions are not answered; none by default. */
  files?: readonly string[]
  /** Local configurations as XML, by name; they take precedence over fetched ones. */
  configurations?: Record<string, string>
  /** Whether mailboxes have prompts, all silent. Without any, they hang up. */
  prompts?: boolean
}

/**
 * Starts a FreeSWITCH that only knows where to fetch its configuration from. Its files are in a temporary folder, and
 * it listens on 127.0.0.1 only.
 */
export async function startSwitch(settings: SwitchSettings): Promise<RunningSwitch> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-switch-'))
  const inside = (name: string) => join(folder, name)
  for (const name of FOLDERS) mkdirSync(inside(name))
  mkdirSync(CERTIFICATES, { recursive: true })
  const port = settings.eventsPort ?? (await freePort())
  writeFileSync(inside('conf/dialplan.xml'), settings.dialplan ?? '<include/>')
  writeFileSync(inside('conf/freeswitch.xml'), documentOf(settings, folder, port))
  let child = run(FREESWITCH, folder)
  const log = () => {
    try {
      return readFileSync(inside('log/freeswitch.log'), 'utf8')
    } catch {
      return ''
    }
  }
  const stop = async (events?: EventSocket) => {
    await ended(child, events)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const running: RunningSwitch = {
      events: await connected(port, child),
      eventsPort: port,
      folder,
      log,
      async restart() {
        const exited = new Promise((done) => child.once('exit', done))
        child.kill('SIGKILL')
        await exited
        child = run(FREESWITCH, folder)
        running.events = await connected(port, child)
      },
      hang: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
      stop: () => stop(running.events),
    }
    return running
  } catch (error) {
    const said = log().slice(-4000)
    await stop()
    throw new Error(`FreeSWITCH did not start.\n${said}`, { cause: error })
  }
}

const FOLDERS = ['conf', 'log', 'db', 'run', 'temp', 'recordings', 'storage', 'scripts', 'cache', 'sounds']

function run(installed: string, folder: string): ChildProcess {
  const folders = FOLDERS.flatMap((name) => [`-${name}`, join(folder, name)])
  const given = [...folders, '-certs', CERTIFICATES, '-mod', join(installed, 'lib/freeswitch/mod')]
  return spawn(join(installed, 'bin/freeswitch'), ['-nf', '-nc', '-nonat', '-np', ...given], {
    stdio: 'ignore',
    cwd: folder,
  })
}

async function connected(port: number, child: ChildProcess): Promise<EventSocket> {
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 1200) throw new Error('It has ended, or does not listen.')
    try {
      const events = await EventSocket.open(port, 'ClueCon')
      // The socket answers before the last modules are loaded.
      while (!(await events.api('status')).includes('is ready')) await pause(50)
      return events
    } catch {
      await pause(100)
    }
  }
}

async function ended(child: ChildProcess, events?: EventSocket): Promise<void> {
  events?.close()
  if (child.exitCode !== null) return
  const exited = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(killing)
}

const param = (name: string, value: string) => `<param name="${name}" value="${escaped(value)}"/>`

function configuration(name: string, body: string): string {
  return `<configuration name="${name}" description="">${body}</configuration>`
}

/** mod_voicemail's macros. */
const MAILBOX_MACROS =
  `invalid_extension forward_message_enter_extension ack say_date play_greeting say_message_number say_number say_phone_number say_name
  forward_prepend record_message choose_greeting choose_greeting_fail greeting_selected record_greeting record_name listen_file_check
  record_file_check record_urgent_check menu config_menu enter_id enter_pass fail_auth change_pass_success change_pass_fail abort hello
  goodbye message_count disk_quota_exceeded`.split(/\s+/)
/** mod_directory's, without which it takes no choice. */
const DIRECTORY_MACROS =
  `intro min_search_digits result_count result_count_too_large result_item result_say_name result_at result_menu
  result_last`.split(/\s+/)
const SILENCE = '<match><action function="play-file" data="silence_stream://100"/></match>'
const macro = (name: string) => `<macro name="${name}"><input pattern="(.*)">${SILENCE}</input></macro>`
const prompts = (mailboxes: boolean) => {
  const names = [
    ...DIRECTORY_MACROS.map((name) => `directory_${name}`),
    ...(mailboxes ? MAILBOX_MACROS.map((name) => `voicemail_${name}`) : []),
  ]
  return `<section name="languages"><language name="en" say-module="en" sound-prefix="."><phrases><macros>${names
    .map(macro)
    .join('')}</macros></phrases></language></section>`
}

function documentOf(settings: SwitchSettings, folder: string, port: number): string {
  const { configuration: asked, records, hasAgent, asksForConfiguration, configurations = {} } = settings
  const bindings = `dialplan|directory${asksForConfiguration ? '|configuration|channels' : ''}`
  const own: Record<string, string> = {
    'modules.conf': `<modules>${['mod_logfile', ...MODULES].map((name) => `<load module="${name}"/>`).join('')}</modules>`,
    'switch.conf': `<settings>${[
      ...(hasAgent ? [] : [param('max-sessions', '5000'), param('sessions-per-second', '1000')]),
      param('loglevel', 'info'),
      param('rtp-start-port', '21000'),
      param('rtp-end-port', '25000'),
      param('max-dtmf-duration', '192000'),
      param('default-dtmf-duration', '2000'),
      param('min-dtmf-duration', '400'),
    ].join('')}</settings>`,
    'event_socket.conf': `<settings>${param('listen-ip', '127.0.0.1')}${param('listen-port', String(port))}${param('password', 'ClueCon')}</settings>`,
    'logfile.conf': `<profiles><profile name="default"><settings>${param('logfile', join(folder, 'log/freeswitch.log'))}</settings><mappings><map name="all" value="notice,warning,err,crit,alert"/></mappings></profile></profiles>`,
    'xml_curl.conf': `<bindings><binding name="trunkline">${param('gateway-url', asked.url).replace('/>', ` bindings="${bindings}"/>`)}${param('gateway-credentials', asked.credentials)}${param('auth-scheme', 'basic')}${param('timeout', '5')}</binding></bindings>`,
    ...(records && {
      'json_cdr.conf': `<settings>${[
        param('url', records.url),
        param('auth-scheme', 'basic'),
        param('cred', records.credentials),
        param('encode', 'base64'),
        param('log-b-leg', 'true'),
        param('retries', '3'),
        param('delay', '5'),
      ].join('')}</settings>`,
    }),
    ...configurations,
  }
  const listed = Object.entries(own).map(([name, body]) => configuration(name, body))
  listed.push(...(settings.files ?? []))
  // FreeSWITCH drops the line with the XML declaration, whatever else it contains, and truncates long lines.
  return [
    '<?xml version="1.0"?>',
    '<document type="freeswitch/xml">',
    '<section name="configuration">',
    ...listed,
    '</section>',
    prompts(settings.prompts === true),
    '<section name="dialplan">',
    '<X-PRE-PROCESS cmd="include" data="dialplan.xml"/>',
    '</section>',
    ELSEWHERE,
    '</document>',
  ]
    .join('\n')
    .replaceAll('><', '>\n<')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
