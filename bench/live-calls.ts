// Measures live calls: milliseconds from an event of a switch to the row on the page of all calls in Chromium, through the agent, the
// app, the database and Realtime, while a thousand calls are under way and six a second end and begin. A server that speaks as
// mod_event_socket stands in for the FreeSWITCH. Usage: npm run bench:live-calls [-- --calls N --rate N --trials N].
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startBenchApp } from './support/app.ts'
import { openSignedIn } from './support/browser.ts'
import { addSwitch } from './support/switch.ts'
import { timingOf } from './support/timing.ts'

// Not before: packages resolve their own files otherwise.
await import('../scripts/lib/app-modules.ts')
const { startAgent } = await import('../switch/agent.ts')
const { settingsOf } = await import('../switch/settings.ts')
const { agentEnvironment } = await import('../tests/support/switch/agent-environment.ts')
const { eventServer } = await import('../tests/support/switch/event-server.ts')

const BUDGET_MS = 300
const LONGEST_MS = 10_000

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '6' },
    trials: { type: 'string', default: '80' },
  },
})
const [many, rate, trials] = [Number(values.calls), Number(values.rate), Number(values.trials)]

const app = await startBenchApp()
const database = new pg.Client(app.databaseUrl)
await database.connect()
const added = await addSwitch(database)
const { rows: tenants } = await database.query<{ domain: string }>(
  'select domain from public.tenants limit 20',
)
const server = await eventServer('ClueCon')
server.answers = { 'show channels': '{"row_count":0}', 'acl ': 'true' }
const folder = mkdtempSync(join(tmpdir(), 'bench-calls-'))
const environment = await agentEnvironment({ account: added, app: app.url, folder, eventsPort: server.port })
const agent = await startAgent(settingsOf(environment))

const stamp = () => String(Date.now() * 1000)
const channel = (uuid: string, call: string, direction: string, more: Record<string, string>) =>
  server.say({
    'Unique-ID': uuid,
    'Channel-Call-UUID': call,
    'Call-Direction': direction,
    'Event-Date-Timestamp': stamp(),
    'Caller-Channel-Created-Time': stamp(),
    'Caller-Destination-Number': direction === 'inbound' ? '+12075550140' : '1001',
    'Channel-Call-State': 'ACTIVE',
    ...more,
  })

/** Starts a call answered by an extension of the next tenant; returns a function that ends it. */
function begin(place: number, caller: string): () => void {
  const [first, second] = [randomUUID(), randomUUID()]
  const who = { 'Caller-Caller-ID-Number': caller }
  const at = {
    variable_domain_name: tenants[place % tenants.length]?.domain ?? '',
    variable_call_direction: 'inbound',
  }
  channel(first, first, 'inbound', { 'Event-Name': 'CHANNEL_CREATE', 'Answer-State': 'ringing', ...who })
  channel(first, first, 'inbound', { 'Event-Name': 'CHANNEL_EXECUTE', Application: 'bridge', ...who, ...at })
  channel(second, first, 'outbound', { 'Event-Name': 'CHANNEL_CREATE', variable_dialed_user: '1001' })
  channel(second, first, 'outbound', { 'Event-Name': 'CHANNEL_ANSWER', 'Answer-State': 'answered' })
  const joined = { 'Event-Name': 'CHANNEL_BRIDGE', 'Other-Leg-Unique-ID': second, 'Answer-State': 'answered' }
  channel(first, first, 'inbound', { ...joined, ...who, ...at })
  return () => {
    for (const uuid of [second, first]) channel(uuid, first, '', { 'Event-Name': 'CHANNEL_HANGUP_COMPLETE' })
  }
}

const { browser, page } = await openSignedIn(app.url, 'superadmin@demo.test')
try {
  await page.goto('/app/calls')
  await page.getByRole('heading', { name: 'Calls now' }).waitFor()
  // An agent connects to its switch once it knows the tenants; what happens before is not told by events.
  while (!server.commands.includes('api show channels as json')) await pause(100)
  await pause(3000)
  const begun = performance.now()
  const going = Array.from({ length: many }, (_, place) =>
    begin(place, `+1207555${String(place).padStart(4, '0')}`),
  )
  await page.getByText(many.toLocaleString('en'), { exact: true }).first().waitFor({ timeout: 120_000 })
  const tookMs = Math.round(performance.now() - begun)
  console.log(`${many} calls are shown after ${tookMs} ms; ${rate} a second end and begin.`)
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen, wanted: '' })
    new MutationObserver(() => {
      const { wanted } = window as unknown as { wanted: string }
      if (!wanted || seen[wanted] || !document.querySelector('table')?.textContent?.includes(wanted)) return
      requestAnimationFrame(() => {
        seen[wanted] ??= Date.now()
      })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  let place = many
  const churn = setInterval(() => {
    going.shift()?.()
    going.push(begin(place++, '+12075550123'))
  }, 1000 / rate)
  const times: number[] = []
  for (let trial = 0; trial < trials; trial++) {
    const digits = `01${String(trial % 100).padStart(2, '0')}`
    const wanted = `(212) 555-${digits}`
    await page.evaluate((text) => {
      const page = window as unknown as { seen: Record<string, number>; wanted: string }
      // An earlier trial may have had the number.
      delete page.seen[text]
      page.wanted = text
    }, wanted)
    await pause(100 + Math.random() * 300)
    const said = Date.now()
    const end = begin(trial, `+1212555${digits}`)
    const seen = await page.waitForFunction(
      (text) => (window as unknown as { seen: Record<string, number> }).seen[text],
      wanted,
      { timeout: LONGEST_MS },
    )
    times.push(Number(await seen.jsonValue()) - said)
    end()
  }
  clearInterval(churn)
  const { p50, p95 } = timingOf(times)
  console.log(
    `event to screen: p50 ${p50} ms, p95 ${p95} ms of ${times.length}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (p95 > BUDGET_MS) process.exitCode = 1
} finally {
  await browser.close()
  await agent.stop()
  await server.close()
  await added.remove()
  await database.end()
  rmSync(folder, { recursive: true, force: true })
  await app.stop()
}
