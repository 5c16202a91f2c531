// Rules applied both by a form and by the database: both are tested with the same cases.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '@/lib/records/field'
import { parseRows } from '@/lib/records/record-csv'
import type { Resource } from '@/lib/records/resource'
import { callBlockRule } from '@/lib/resources/call-block-rule'
import { tableNoun } from '@/lib/resources/nouns'
import { EMERGENCY_NUMBERS, OUTBOUND_ROUTES } from '@/lib/supabase/constraints'
import { DIALED_TABLES } from '@/lib/supabase/record-tables'
import { type BlockRule, blockRuleMatches, isInForce } from '@/lib/telephony/call-block'
import { isCostly, patternProblem, type Preset, PRESETS } from '@/lib/telephony/outbound'
import { passing } from '../support/checks'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newCall } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { gatewayNamed } from '../support/factories/gateways'
import { insertRow } from '../support/factories/row'
import { declaredResources } from '../support/resources'

const tenantId = async () => (await insertRow('tenants', await newTenant())).id

describe('a pattern of dialed numbers', () => {
  const piece = fc.constantFrom(
    ...'0 2 9 * # + ^ $ | ( ) [ ] { } . ? , - \\ \\d \\+ \\* \\( \\- \\w a'.split(' '),
    ...'[2-9] [^0] [\\d] [0-9] {2} {2,} {2,4} {4,2} {,3} {300} (?: (?= (1|2) [9-2] ?? () (|'.split(' '),
  )
  const pattern = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
  const usual = ['^77\\d{3}$', '', '9'.repeat(120), '9'.repeat(121), '^\\*9[0-9]{2,4}$', '^(1|44)#?$']

  test('is valid in the form exactly if it is valid in the database', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pattern, { minLength: 300, maxLength: 500 }), async (made) => {
        const patterns = [...new Set([...usual, ...made])]
        const taken = await passing(
          'outbound_routes',
          'outbound_routes_pattern',
          patterns.map((one) => ({ matches: 'pattern', pattern: one })),
        )
        const differing = patterns.filter(
          (one, place) => taken[place] !== (patternProblem(one) === undefined),
        )
        expect(differing).toEqual([])
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })
})

describe('the toll class of an outbound route', () => {
  const classes = OUTBOUND_ROUTES.toll_class.choices

  test('matches its preset', async () => {
    const routes = Object.keys(PRESETS).flatMap((matches) =>
      classes.map((toll_class) => ({ matches, toll_class })),
    )
    expect(await passing('outbound_routes', 'outbound_routes_toll_class_matches_preset', routes)).toEqual(
      routes.map(({ matches, toll_class }) => PRESETS[matches as Preset].tollClass === toll_class),
    )
  })

  test('keeps expensive routes off unless they are switched on', async () => {
    const tenant_id = await tenantId()
    const made = await query<{ toll_class: string; enabled: boolean }>(
      `insert into public.outbound_routes (tenant_id, name, matches, pattern, toll_class, gateway_1_id)
       select $1, c, 'pattern', '^77$', c, $3 from unnest($2::text[]) c returning toll_class, enabled`,
      [tenant_id, classes, await gatewayNamed('carrier-east')],
    )
    expect(made).toEqual(classes.map((toll_class) => ({ toll_class, enabled: !isCostly(toll_class) })))
  })

  test('matches the preset in the standard routes', async () => {
    const tenant = await tenantId()
    await query('select public.add_default_outbound_routes($1, $2)', [
      tenant,
      await gatewayNamed('carrier-east'),
    ])
    const routes = await query<{ matches: Preset; toll_class: string; enabled: boolean }>(
      'select matches, toll_class, enabled from public.outbound_routes where tenant_id = $1',
      [tenant],
    )
    expect(routes.map(({ matches }) => matches).sort()).toEqual(Object.keys(PRESETS).sort())
    for (const { matches, toll_class, enabled } of routes) {
      expect([toll_class, enabled]).toEqual([PRESETS[matches].tollClass, !isCostly(toll_class)])
    }
  })
})

describe('an emergency number', () => {
  const upTo = (digits: number) =>
    Array.from({ length: digits }, (_, n) => n + 1).flatMap((length) =>
      Array.from({ length: 10 ** length }, (_, n) => String(n).padStart(length, '0')),
    )
  /** Whether a schema accepts a column, given otherwise valid values. */
  const takes = (resource: Resource, column: string, values: Record<string, unknown>) =>
    !resource.schema
      .safeParse({ ...resource.blank, ...values })
      .error?.issues.some(({ path }) => path[0] === column)

  // Feature codes begin with a star.
  const digital = Object.entries(DIALED_TABLES).filter(([table]) => table !== 'feature_codes')

  test.each(digital)('cannot be an internal number: %s', async (table, { kind, number }) => {
    const tenant_id = await tenantId()
    for (const digits of EMERGENCY_NUMBERS) {
      const name = table as keyof typeof DIALED_TABLES
      const refused = insertRow(name, await FACTORIES[name]({ tenant_id, [number]: digits }))
      await expect(refused).rejects.toMatchObject({
        code: '23514',
        message: `${digits} is an emergency number.`,
        detail: `{"column": "${number}"}`,
      })
    }
    const held = 'select 1 from public.number_plan where tenant_id = $1 and kind = $2'
    expect(await query(held, [tenant_id, kind])).toEqual([])
    const resource = (await declaredResources()).find((one) => one.table === table) as Resource
    const inForm = upTo(4).filter(
      (digits) => /^[1-9]./.test(digits) && !takes(resource, number, { [number]: digits }),
    )
    expect(inForm).toEqual(EMERGENCY_NUMBERS)
  })

  test.each(['exact', 'prefix'])('is never blocked by a rule for the %s number', async (match) => {
    const numbers = upTo(4).filter(({ length }) => match === 'prefix' || length > 1)
    const rows = numbers.map((number) => ({ direction: 'outbound', match, number }))
    const spared = await passing('call_block_rules', 'call_block_rules_not_emergency_number', rows)
    expect(rows.map((row) => takes(callBlockRule as unknown as Resource, 'number', row))).toEqual(spared)
    expect(spared.filter((one) => !one)).toHaveLength(match === 'exact' ? 3 : 7)
  })

  test('is rejected in a block rule', async () => {
    const rows = ['911', '933', '988'].map((number) => ({ direction: 'inbound', match: 'exact', number }))
    expect(await passing('call_block_rules', 'call_block_rules_not_emergency_number', rows)).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('a block rule preview', () => {
  const WITHHELD = ['', 'anonymous', 'Restricted', 'private', 'unavailable', 'unknown']
  const others = [
    ...WITHHELD,
    'anonymous1',
    '911',
    '+12075550100',
    '+12075550101',
    '12075550100',
    '2075550100',
    '5550100',
    '+442079460018',
    '011442079460018',
  ]
  const digits = ['2075550100', '91', '5550100', '5550', '011', '01144', '+44', '011442079460018']
  const numbers = ['+12075550100', '+1207555010', '+1', '12', ...digits]
  const matches = [
    ...numbers.flatMap((number) => ['exact', 'prefix'].map((match) => ({ match, number }))),
    { match: 'anonymous', number: null },
  ]

  test('counts the calls that the rule would match', async () => {
    const tenant_id = await tenantId()
    const areaCode = '207'
    await insertRow('tenant_settings', { id: tenant_id, tenant_id, area_code: areaCode })
    for (const direction of ['inbound', 'outbound']) {
      for (const other of others) {
        const side = direction === 'inbound' ? { from_number: other } : { to_number: other }
        await insertRow('cdr', await newCall({ tenant_id, direction, ...side }))
      }
    }
    const rules = ['inbound', 'outbound'].flatMap((direction) =>
      matches.map((one) => ({ direction, ...one })),
    )
    const counts = await query<{ calls: number }>(
      `select w.calls::integer from jsonb_to_recordset($2) r (n int, direction text, match text, number text)
       cross join lateral public.preview_block_rule($1, r.direction, r.match, r.number) w order by r.n`,
      [tenant_id, JSON.stringify(rules.map((rule, n) => ({ n, ...rule })))],
    )
    // An outbound rule for withheld numbers cannot be stored: only callers can withhold theirs.
    const stored = rules.map(({ direction, match }) => direction === 'inbound' || match !== 'anonymous')
    const expected = rules.map(
      (rule) =>
        others.filter((other) =>
          blockRuleMatches({ extension_id: null, ...rule } as BlockRule, {
            direction: rule.direction,
            other,
            extensionId: null,
            areaCode,
          }),
        ).length,
    )
    expect(counts.map(({ calls }) => calls).filter((_, n) => stored[n])).toEqual(
      expected.filter((_, n) => stored[n]),
    )
  })

  test('counts none for an expired rule', async () => {
    const tenant_id = await tenantId()
    const now = Date.now()
    const expiries = [null, now - 60_000, now + 3_600_000].map((at) => at && new Date(at).toISOString())
    for (const [n, expires_at] of expiries.entries()) {
      await insertRow('call_block_rules', {
        tenant_id,
        number: `+1207555010${n}`,
        expires_at: expires_at || null,
      })
    }
    const rules = await query<{ expired: boolean; expires_at: Date | null }>(
      'select expired, expires_at from public.call_block_list where tenant_id = $1 order by number',
      [tenant_id],
    )
    expect(rules.map(({ expired }) => expired)).toEqual([false, true, false])
    for (const { expired, expires_at } of rules) {
      const rule = { enabled: true, expires_at: expires_at?.toISOString() ?? null }
      expect(isInForce(rule, new Date(now))).toBe(!expired)
    }
  })
})

describe('the rows of an imported file', async () => {
  const cells = ({ kind, ...field }: Field): string[] => {
    switch (kind) {
      case 'mac':
        return ['', '00:1A:2B:3C:4D:5E', '001a.2b3c.4d5e', '00:1A:2B:3C:4D:5F']
      case 'number':
        return ['', '1', '01', '2']
      case 'select':
        return [
          '',
          ...('options' in field ? field.options : [])
            .slice(0, 2)
            .flatMap(({ value, label }) => [value, label]),
        ]
      default:
        return [
          '',
          '+12075550100',
          '(207) 555-0100',
          '4412',
          '4413',
          'One',
          ' One ',
          'ONE',
          'one@a.example',
          'ONE@a.example',
        ]
    }
  }
  const named = (await declaredResources()).filter(({ fields, importKey = [] }) => {
    const keys = fields.filter(({ name }) => importKey.includes(name))
    return keys.length > 0 && keys.every(({ kind }) => kind !== 'reference' && kind !== 'destination')
  })
  const names = { label: () => undefined, id: () => undefined }

  test.each(named.map((resource) => [resource.plural, resource] as const))(
    'are recognized as duplicates of the same %s by the form and the database',
    async (_plural, resource) => {
      const keys = resource.fields.filter(({ name }) => resource.importKey?.includes(name))
      const columns = Object.fromEntries(keys.map(({ name }, position) => [name, position]))
      const row = fc.tuple(...keys.map((field) => fc.constantFrom(...cells(field))))
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
          const text = {
            header: keys.map(({ name }) => name),
            rows,
            places: rows.map((_, n) => n + 2),
            overlong: new Map(),
          }
          const parsed = await parseRows(resource, text as never, columns, names as never)
          const found = parsed.flatMap(({ problem }, n) =>
            problem?.includes('the same as in row') ? [n + 1] : [],
          )
          const [answer] = await query<{ faults: { n: number; message: string }[] }>(
            'select private.import_row_errors($1, $2, $3) as faults',
            [
              resource.importKey,
              resource.importKeyEach ?? false,
              JSON.stringify(parsed.map(({ values }) => values)),
            ],
          )
          const repeated = (answer?.faults ?? []).filter(({ message }) =>
            message.startsWith('An earlier row'),
          )
          expect(found).toEqual(repeated.map(({ n }) => n).sort((a, b) => a - b))
        }),
        { numRuns: 15 },
      )
    },
  )
})

test('the database and the app use the same noun for each kind of record', async () => {
  const nouns = await query<{ kind: string; noun: string }>(
    'select kind, private.kind_noun(kind) as noun from unnest($1::text[]) kind',
    [Object.values(DIALED_TABLES).map(({ kind }) => kind)],
  )
  expect(nouns.map(({ noun }) => noun)).toEqual(nouns.map(({ kind }) => tableNoun(kind)))
})
