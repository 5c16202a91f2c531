// Measures drawing the call map of a tenant with 300 places, and checking its configuration: what the worker and the server do.
// Usage: npm run bench:map.
import '../scripts/lib/app-modules.ts'
import type { ELK } from 'elkjs/lib/elk-api.js'
import ElkConstructor from 'elkjs/lib/elk.bundled.js'
import { timed, timingTable } from './support/timing.ts'

const { callMapOf } = await import('../lib/telephony/map/call-map.ts')
const { layoutOf } = await import('../lib/telephony/map/layout.ts')
const { problems } = await import('../lib/telephony/routing/problems.ts')
const { snapshotOf } = await import('../tests/support/factories/snapshot.ts')
const make = await import('../tests/support/factories/snapshot-rows/index.ts')

const BUDGET_MS = 1000
const RUNS = 20

const upTo = <Item>(count: number, item: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => item(n))

/** 30 numbers, each through opening hours to a menu of its own, whose keys lead to groups, queues and each other's desks. */
function tenant() {
  return snapshotOf({
    dids: upTo(30, (n) =>
      make.aNumber(`+120755501${String(n).padStart(2, '0')}`, { destination_id: `t${5000 + n}` }),
    ),
    time_conditions: upTo(30, (n) =>
      make.aTimeCondition(String(5000 + n), { otherwise_destination_id: `voicemail-e${1000 + n}` }),
    ),
    time_condition_rules: upTo(30, (n) =>
      make.aRule(`t${5000 + n}`, `m${7000 + n}`, { id: `rule-${n}`, weekdays: [1, 2, 3, 4, 5] }),
    ),
    ivr_menus: upTo(30, (n) => make.aMenu(String(7000 + n), { exit_destination_id: `g${6000 + n}` })),
    ivr_menu_options: upTo(120, (n) =>
      make.anOption(
        `m${7000 + Math.floor(n / 4)}`,
        String(1 + (n % 4)),
        n % 4 === 3 ? `e${1000 + ((n * 7) % 120)}` : `g${6000 + ((n * 3) % 90)}`,
      ),
    ),
    ring_groups: upTo(90, (n) =>
      make.aRingGroup(String(6000 + n), { timeout_destination_id: `voicemail-e${1000 + n}` }),
    ),
    ring_group_members: upTo(120, (n) =>
      make.aMember(`g${6000 + (n % 90)}`, 1 + Math.floor(n / 90), `e${1000 + (n % 120)}`),
    ),
    extensions: upTo(120, (n) => make.anExtension(String(1000 + n), { voicemail_enabled: true })),
  })
}

const map = callMapOf(tenant(), null)
console.log(`${map.nodes.length} places, ${map.edges.length} ways\n`)
if (map.nodes.length < 300) throw new Error('The map has fewer than 300 places.')
// Its types are those of CommonJS, where the class is the default's default.
const elk = new (ElkConstructor as unknown as new () => ELK)()
const table = timingTable('a tenant with 300 places')
table.row(
  'following every way',
  await timed(async () => callMapOf(tenant(), null), { runs: RUNS }),
  BUDGET_MS,
)
const begun = performance.now()
await layoutOf(elk, map)
const first = performance.now() - begun
table.row('laying the map out for the first time', { p50: first, p95: first }, BUDGET_MS)
table.row('laying the map out', await timed(() => layoutOf(elk, map), { runs: RUNS }), BUDGET_MS)
table.row(
  'checking the configuration',
  await timed(async () => problems(tenant(), Date.now()), { runs: RUNS }),
)
if (table.above.length > 0) {
  console.error(`\nAbove the budget: ${table.above.join(', ')}.`)
  process.exitCode = 1
}
