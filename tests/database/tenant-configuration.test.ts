import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { SetupReport } from '@/lib/tenants/setup-report'
import { become, becomeOwner, failure, rolledBack, storedRow } from '../support/database'
import { ADMIN, SUPERADMIN, TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { newConferenceRoom, newRingGroup } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newDeviceProfile } from '../support/factories/devices'
import { newCallBlockRule, newOutboundRoute } from '../support/factories/numbers'
import { insertRow } from '../support/factories/row'
import { newExtension, newSecret } from '../support/factories/telephony'
import { CREATE_FROM, EXPORT, made, newCompany, TEMPLATE, terms } from '../support/new-tenants'

const NO_RECORD = { kind: 'external', name: '', record_id: null }

describe('a tenant created from a template', () => {
  const TABLES = [
    'extensions',
    'extension_follow_me',
    'ring_groups',
    'ring_group_members',
    'ivr_menus',
    'ivr_menu_options',
    'time_conditions',
    'time_condition_rules',
    'call_flows',
    'conference_rooms',
    'paging_groups',
    'paging_group_members',
    'fax_boxes',
    'park_lots',
    'call_center_queues',
    'call_center_agents',
    'call_center_tiers',
    'outbound_routes',
    'device_profiles',
    'device_profile_keys',
    'device_profile_settings',
  ]

  async function idsOf(client: pg.Client, tenant: string): Promise<string[]> {
    const union = [...TABLES, 'destinations', 'dids', 'recordings', 'call_block_rules']
      .map((table) => `select id from public.${table} where tenant_id = $1`)
      .join(' union ')
    return (await client.query<{ id: string }>(union, [tenant])).rows.map(({ id }) => id)
  }

  test('has the same number of records, all new, and no references to the template', async () => {
    await rolledBack(async (client) => {
      const { report, template, id } = await made(client)
      expect(report.problems).toEqual([])
      await becomeOwner(client)
      for (const table of TABLES) {
        const copied = table === 'ring_group_members' ? 'external_number is null' : 'true'
        const counts = `select count(*) filter (where tenant_id = $1 and ${copied})::int as old,
          count(*) filter (where tenant_id = $2)::int as new from public.${table}`
        const [row] = (await client.query(counts, [template, id])).rows
        expect(row, table).toEqual({ old: row.new, new: row.new })
        expect(report.made[table], table).toBe(row.new)
      }
      const old = new Set(await idsOf(client, template))
      const { rows } = await client.query<{ text: string }>(
        [...TABLES, 'call_block_rules', 'tenant_settings', 'feature_codes', 'destinations']
          .map((table) => `select to_jsonb(t)::text as text from public.${table} t where t.tenant_id = $1`)
          .join(' union all '),
        [id],
      )
      const uuids = rows.flatMap(({ text }) => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])
      expect(uuids.length).toBeGreaterThan(100)
      expect(uuids.filter((uuid) => old.has(uuid) || uuid === template)).toEqual([])
    })
  })

  test('routes to the same numbers and names', async () => {
    await rolledBack(async (client) => {
      const { template, id } = await made(client)
      await becomeOwner(client)
      const routes = async (tenant: string) =>
        (
          await client.query(
            `select m.name, o.digits, d.kind, d.number, d.name as target, d.enabled
             from public.ivr_menu_options o join public.ivr_menus m on m.id = o.ivr_menu_id
             join public.destinations d on d.id = o.destination_id
             where o.tenant_id = $1 and d.kind <> 'recordings' order by 1, 2`,
            [tenant],
          )
        ).rows
      const expected = await routes(template)
      expect(expected.length).toBeGreaterThan(3)
      expect(await routes(id)).toEqual(expected)
    })
  })

  test('copies no secrets, numbers, devices or recordings', async () => {
    await rolledBack(async (client) => {
      const { template, id } = await made(client)
      await becomeOwner(client)
      for (const table of ['dids', 'devices', 'recordings', 'portal_users', 'emergency_addresses']) {
        const { rows } = await client.query(`select id from public.${table} where tenant_id = $1`, [id])
        expect(rows, table).toEqual([])
      }
      const { rows: secrets } = await client.query<{ field: string; shared: boolean }>(
        `select s.field, exists (select 1 from public.secrets o where o.tenant_id = $2 and o.sealed = s.sealed) as shared
         from public.secrets s where s.tenant_id = $1`,
        [id, template],
      )
      expect(new Set(secrets.map(({ field }) => field))).toEqual(
        new Set(['sip_password', 'provisioning_password', 'phone_admin_password']),
      )
      expect(secrets.filter(({ shared }) => shared)).toEqual([])
      const { rows: mails } = await client.query(
        'select 1 from public.extensions where tenant_id = $1 and (voicemail_email is not null or outbound_did_id is not null)',
        [id],
      )
      expect(mails).toEqual([])
    })
  })

  test.each(['template', 'document'])(
    'made from a %s has its expensive routes that asked for a PIN switched off, and reports all that did',
    async (kind) => {
      await rolledBack(async (client) => {
        const { id: tenant_id } = await insertRow('tenants', await newTenant(), client)
        const route = async (name: string, toll_class: string) =>
          insertRow(
            'outbound_routes',
            await newOutboundRoute({ tenant_id, name, matches: toll_class, toll_class }),
            client,
          )
        const abroad = await route('Abroad', 'international')
        const premium = await route('Premium', 'premium')
        const inland = await route('Inland', 'national')
        await route('Abroad without PIN', 'international')
        const room = await newConferenceRoom({ tenant_id, number: '3000' })
        await insertRow('conference_rooms', room, client)
        for (const [owner_table, { id }] of [
          ['outbound_routes', abroad],
          ['outbound_routes', premium],
          ['outbound_routes', inland],
          ['conference_rooms', room],
        ] as const) {
          const secret = await newSecret({ tenant_id, owner_table, owner_id: id, field: 'pin' })
          await insertRow('secrets', secret, client)
        }
        const given = terms(await newCompany(client))
        await become(client, SUPERADMIN)
        const source =
          kind === 'template'
            ? [tenant_id, null]
            : [null, (await client.query(EXPORT, [tenant_id])).rows[0]?.document]
        const { rows } = await client.query<{ report: SetupReport }>(CREATE_FROM, [
          ...given,
          ...source,
          true,
          false,
        ])
        expect(rows[0]?.report).toMatchObject({
          problems: [],
          changed: [
            { table: 'conference_rooms', column: 'pin', dropped: false, rows: 1 },
            { table: 'outbound_routes', column: 'enabled', dropped: false, rows: 2 },
            { table: 'outbound_routes', column: 'pin', dropped: false, rows: 1 },
          ],
        })
        await becomeOwner(client)
        const routes = await client.query(
          'select name, enabled from public.outbound_routes where tenant_id = $1 order by name',
          [given[5]],
        )
        expect(routes.rows).toEqual([
          { name: 'Abroad', enabled: false },
          { name: 'Abroad without PIN', enabled: true },
          { name: 'Inland', enabled: true },
          { name: 'Premium', enabled: false },
        ])
      })
    },
  )

  test('made by someone who may not reveal secrets has no firmware address, and reports so', async () => {
    await rolledBack(async (client) => {
      const { id } = await insertRow('tenants', await newTenant(), client)
      const firmware = { tenant_id: id, phone_firmware_url: 'https://firmware.example/' }
      await insertRow('tenant_settings', { ...firmware, id }, client)
      await insertRow('device_profiles', await newDeviceProfile({ ...firmware, name: 'Desk' }), client)
      await client.query(
        "delete from public.role_permissions where role = 'admin' and action = 'reveal_secrets'",
      )
      const asked = terms(await newCompany(client))
      await become(client, ADMIN)
      const values = [...asked, id, null, true, false]
      const { rows } = await client.query<{ report: SetupReport }>(CREATE_FROM, values)
      expect(rows[0]?.report).toMatchObject({
        problems: [],
        changed: ['device_profiles', 'tenant_settings'].map((table) => ({
          ...{ table, column: 'phone_firmware_url', dropped: false, rows: 1 },
        })),
      })
      const { rows: profiles } = await client.query(
        'select name, phone_firmware_url from public.device_profiles where tenant_id = $1',
        [asked[5]],
      )
      expect(profiles).toEqual([{ name: 'Desk', phone_firmware_url: null }])
    })
  })

  test.each([
    { days: 0, status: 'assigned', dropped: [] },
    { days: 1, status: 'aging', dropped: [{ table: 'dids', column: 'id', dropped: true, rows: 1 }] },
  ])('made from a document has a number whose aging ends in $days days $status', async (given) => {
    await rolledBack(async (client) => {
      const { id } = await insertRow('tenants', await newTenant(), client)
      const did = await insertRow('dids', await FACTORIES.dids({ tenant_id: id }), client)
      await become(client, SUPERADMIN)
      const { rows: documents } = await client.query(EXPORT, [id])
      await becomeOwner(client)
      await client.query(
        "update public.dids set tenant_id = null, status = 'aging', aging_until = private.business_today() + $2::int where id = $1",
        [did.id, given.days],
      )
      const asked = terms(await newCompany(client))
      await become(client, SUPERADMIN)
      const { rows } = await client.query<{ report: SetupReport }>(CREATE_FROM, [
        ...asked,
        null,
        documents[0]?.document,
        true,
        false,
      ])
      expect(rows[0]?.report.changed).toEqual(given.dropped)
      await becomeOwner(client)
      expect((await storedRow('dids', did.id, client))?.status).toBe(given.status)
    })
  })

  test('forwards no extension to an outside number, and takes over no state of its people and call flows', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const template = rows[0]?.id
      const [own, desk] = ['+12075550188', '+12075550189']
      const outside = (number: string) =>
        insertRow('destinations', { ...NO_RECORD, tenant_id: String(template), number }, client)
      const [cell, service] = [await outside(own), await outside(desk)]
      await client.query(
        `update public.extensions set forward_all_enabled = true, forward_all_destination_id = $2, do_not_disturb = true, suspended = true
         where tenant_id = $1 and extension = (select min(extension) from public.extensions where tenant_id = $1)`,
        [template, cell.id],
      )
      await client.query(
        `insert into public.extension_follow_me (tenant_id, extension_id, position, target_destination_id)
         select $1, e.id, 5, $2 from public.extensions e where e.tenant_id = $1 order by e.extension limit 1`,
        [template, cell.id],
      )
      await client.query('update public.ivr_menu_options set destination_id = $2 where tenant_id = $1', [
        template,
        service.id,
      ])
      await client.query("update public.call_flows set state = 'alternate' where tenant_id = $1", [template])
      const { report, id } = await made(client)
      expect(report.problems).toEqual([])
      expect(report.changed).toContainEqual(
        expect.objectContaining({ table: 'extensions', column: 'forward_all_destination_id', rows: 1 }),
      )
      await becomeOwner(client)
      const kept = await client.query(
        `select e.extension, d.number, e.do_not_disturb, e.suspended from public.extensions e
         left join public.destinations d on d.kind = 'external' and d.id in (e.forward_all_destination_id, e.forward_busy_destination_id,
           e.forward_no_answer_destination_id, e.forward_not_registered_destination_id)
         where e.tenant_id = $1 and (d.id is not null or e.do_not_disturb or e.suspended)`,
        [id],
      )
      expect(kept.rows).toEqual([])
      const flows = await client.query('select state from public.call_flows where tenant_id = $1', [id])
      expect(flows.rows).toEqual([{ state: 'normal' }])
      const { rows: numbers } = await client.query<{ number: string }>(
        "select number from public.destinations where tenant_id = $1 and kind = 'external'",
        [id],
      )
      expect(numbers.map(({ number }) => number)).toContain(desk)
      expect(numbers.map(({ number }) => number)).not.toContain(own)
    })
  })

  test('rings nobody outside in its ring groups, and blocks no callers of the other tenant, but keeps what may not be dialed', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const tenant_id = rows[0]?.id ?? ''
      for (const table of ['ring_group_members', 'call_block_rules'])
        await client.query(`delete from public.${table} where tenant_id = $1`, [tenant_id])
      const group = await insertRow('ring_groups', await newRingGroup({ tenant_id, number: '6990' }), client)
      const extensions = await client.query<{ id: string }>(
        'select id from public.extensions where tenant_id = $1 order by extension limit 1',
        [tenant_id],
      )
      const extension_id = extensions.rows[0]?.id ?? ''
      const member = { tenant_id, ring_group_id: group.id }
      await insertRow('ring_group_members', { ...member, extension_id }, client)
      await insertRow('ring_group_members', { ...member, external_number: '+12075550177' }, client)
      const away = { ...NO_RECORD, tenant_id, number: '+12075550178' }
      const { id: destination_id } = await insertRow('destinations', away, client)
      for (const rule of [
        { number: '+12075550161', action: 'destination', destination_id },
        { number: '+12075550162', extension_id },
        { direction: 'outbound', match: 'prefix', number: '+232' },
      ])
        await insertRow('call_block_rules', await newCallBlockRule({ tenant_id, ...rule }), client)
      const { report, id } = await made(client)
      expect(report.problems).toEqual([])
      for (const left of [
        { table: 'ring_group_members', column: 'external_number' },
        { table: 'call_block_rules', column: 'number' },
        { table: 'call_block_rules', column: 'extension_id' },
      ])
        expect(report.changed).toContainEqual({ ...left, dropped: true, rows: 1 })
      await becomeOwner(client)
      const members = await client.query(
        `select e.extension is not null as inside, m.external_number from public.ring_group_members m
         left join public.extensions e on e.id = m.extension_id where m.tenant_id = $1`,
        [id],
      )
      expect(members.rows).toEqual([{ inside: true, external_number: null }])
      const rules = await client.query(
        'select direction, number from public.call_block_rules where tenant_id = $1',
        [id],
      )
      expect(rules.rows).toEqual([{ direction: 'outbound', number: '+232' }])
      const outside = await client.query(
        `select number from public.destinations where tenant_id = $1 and number = any ('{+12075550177,+12075550178}')`,
        [id],
      )
      expect(outside.rows).toEqual([])
    })
  })

  test('takes over neither the networks nor the locations of a site, which a document keeps', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const template = rows[0]?.id
      const site = async (tenant: unknown) =>
        (
          await client.query(
            `select s.registration_addresses as networks, s.area_code,
               array(select distinct e.location from public.extensions e where e.tenant_id = s.id) as locations
             from public.tenant_settings s where s.id = $1`,
            [tenant],
          )
        ).rows[0]
      await client.query(
        `insert into public.tenant_settings as s (id, tenant_id, area_code, registration_addresses)
         values ($1, $1, '207', '{198.51.100.0/24}')
         on conflict (id) do update set area_code = '207', registration_addresses = '{198.51.100.0/24}'`,
        [template],
      )
      await client.query("update public.extensions set location = 'Room 214' where tenant_id = $1", [
        template,
      ])
      await become(client, ADMIN)
      const { rows: documents } = await client.query(EXPORT, [template])
      await becomeOwner(client)
      const cloned = await made(client)
      await becomeOwner(client)
      expect(cloned.report.problems).toEqual([])
      expect(await site(cloned.id)).toEqual({ networks: null, area_code: '207', locations: [''] })
      const loaded = await made(client, { configuration: documents[0]?.document })
      await becomeOwner(client)
      expect(loaded.report.problems).toEqual([])
      expect(await site(loaded.id)).toEqual({
        networks: ['198.51.100.0/24'],
        area_code: '207',
        locations: ['Room 214'],
      })
    })
  })

  test('names nobody of the other tenant, whom a document names', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const tenant_id = String(rows[0]?.id)
      for (const table of ['call_center_tiers', 'call_center_agents'])
        await client.query(`delete from public.${table} where tenant_id = $1`, [tenant_id])
      const person = { first_name: 'Wilhelmina', last_name: 'Okonkwo', effective_caller_id_name: '' }
      for (const extension of [
        await newExtension({ tenant_id, extension: '8801', ...person }),
        await newExtension({ tenant_id, extension: '8802', effective_caller_id_name: 'Laboratory' }),
      ]) {
        const { id: extension_id } = await insertRow('extensions', extension, client)
        const agent = { tenant_id, extension_id, name: 'Wilhelmina Okonkwo' }
        await insertRow('call_center_agents', await FACTORIES.call_center_agents(agent), client)
      }
      const named = async (tenant: string) => {
        const { rows } = await client.query(
          `select e.extension, e.effective_caller_id_name as name, a.name as agent
           from public.extensions e join public.call_center_agents a on a.extension_id = e.id
           where e.tenant_id = $1 and e.extension like '88%' order by e.extension`,
          [tenant],
        )
        return rows
      }
      await become(client, ADMIN)
      const { rows: documents } = await client.query(EXPORT, [tenant_id])
      await becomeOwner(client)
      const cloned = await made(client)
      await becomeOwner(client)
      expect(await named(cloned.id)).toEqual([
        { extension: '8801', name: '', agent: '8801' },
        { extension: '8802', name: 'Laboratory', agent: 'Laboratory' },
      ])
      const loaded = await made(client, { configuration: documents[0]?.document })
      await becomeOwner(client)
      expect(await named(loaded.id)).toEqual([
        { extension: '8801', name: 'Wilhelmina Okonkwo', agent: 'Wilhelmina Okonkwo' },
        { extension: '8802', name: 'Laboratory', agent: 'Wilhelmina Okonkwo' },
      ])
    })
  })

  test('can omit extensions, and drops or hangs up what routed to them', async () => {
    await rolledBack(async (client) => {
      const { report, id } = await made(client, { withExtensions: false, seats: 0 })
      expect(report.problems).toEqual([])
      expect(report.made.extensions).toBe(0)
      expect(report.changed).toContainEqual(
        expect.objectContaining({ table: 'ring_group_members', column: 'extension_id', dropped: true }),
      )
      await becomeOwner(client)
      const { rows } = await client.query(
        `select 1 from public.destinations where tenant_id = $1 and kind in ('extensions', 'voicemails')`,
        [id],
      )
      expect(rows).toEqual([])
    })
  })

  test('creates nothing the second time', async () => {
    await rolledBack(async (client) => {
      const { id, values } = await made(client)
      const before = await idsOf(client, id)
      const again = await client.query<{ report: SetupReport }>(CREATE_FROM, values)
      expect(again.rows[0]?.report).toEqual({ id, made: {}, changed: [], problems: [] })
      const [company, domain, ...rest] = values
      expect(await failure(client, CREATE_FROM, [company, `other-${domain}`, ...rest])).toBe('TR422')
      expect((await idsOf(client, id)).sort()).toEqual(before.sort())
    })
  })

  test('is not previewed once it is created, and what has created it is named', async () => {
    await rolledBack(async (client) => {
      const { values } = await made(client)
      const [, domain, code] = values
      const preview = [...values.slice(0, -2), false, true]
      await expect(client.query(CREATE_FROM, preview)).rejects.toMatchObject({
        code: 'TR422',
        message: `An earlier attempt has already created the tenant ${code} at ${domain}. Leave this form and change it there.`,
      })
    })
  })

  test('reports the same in a dry run, without changing anything', async () => {
    await rolledBack(async (client) => {
      const { report, id, company } = await made(client, { dryRun: true })
      expect(report.made.ivr_menus).toBeGreaterThan(0)
      await becomeOwner(client)
      expect(await storedRow('tenants', id, client)).toBeUndefined()
      expect(await storedRow('companies', company, client)).toMatchObject({
        type: 'company',
        domain_uuid: null,
      })
    })
  })

  test('reports every extension beyond the limit, and changes nothing', async () => {
    await rolledBack(async (client) => {
      const { report, id } = await made(client, { seats: 3 })
      expect(report.problems.length).toBe(10)
      expect(report.problems[0]).toMatchObject({
        table: 'extensions',
        message: expect.stringMatching(/3 of 3/),
      })
      await becomeOwner(client)
      expect(await storedRow('tenants', id, client)).toBeUndefined()
    })
  })

  test('is denied to a technician', async () => {
    await rolledBack(async (client) => {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      const values = [...terms(await newCompany(client)), rows[0]?.id, null, true, false]
      await become(client, TECH)
      expect(await failure(client, CREATE_FROM, values)).toBe('42501')
      expect(await failure(client, 'select public.tenant_configuration($1)', [rows[0]?.id])).toBe('42501')
    })
  })

  describe('created from an exported document', () => {
    async function exported(client: pg.Client) {
      const { rows } = await client.query<{ id: string }>(TEMPLATE)
      await become(client, ADMIN)
      const answer = await client.query('select public.tenant_configuration($1) as document', [rows[0]?.id])
      await becomeOwner(client)
      return answer.rows[0]?.document
    }

    test('is rejected with all invalid rows listed, and changes nothing', async () => {
      await rolledBack(async (client) => {
        const configuration = await exported(client)
        configuration.tables.ring_groups[0].strategy = 'loudest'
        configuration.tables.ivr_menus[0].surprise = true
        configuration.tables.extensions[1].extension = configuration.tables.extensions[0].extension
        const { report, id } = await made(client, { configuration })
        expect(report.problems.map(({ table }) => table)).toEqual(['extensions', 'ring_groups', 'ivr_menus'])
        await becomeOwner(client)
        expect(await storedRow('tenants', id, client)).toBeUndefined()
      })
    })

    test('cannot reach into another tenant', async () => {
      await rolledBack(async (client) => {
        const configuration = await exported(client)
        const { rows } = await client.query<{ id: string; tenant_id: string }>(
          `select d.id, d.tenant_id from public.destinations d
           where d.tenant_id not in (${TEMPLATE}) and d.kind = 'extensions' limit 1`,
        )
        configuration.tables.time_conditions[0].otherwise_destination_id = rows[0]?.id
        configuration.tables.time_conditions[0].tenant_id = rows[0]?.tenant_id
        const { report, id } = await made(client, { configuration })
        expect(report.problems).toEqual([])
        await becomeOwner(client)
        const outside = await client.query(
          `select d.tenant_id <> c.tenant_id as outside from public.time_conditions c
           join public.destinations d on d.id = c.otherwise_destination_id where c.tenant_id = $1`,
          [id],
        )
        expect(outside.rows.every((row) => !row.outside)).toBe(true)
      })
    })

    test('is rejected for another format', async () => {
      await rolledBack(async (client) => {
        const company = await newCompany(client)
        await become(client, ADMIN)
        for (const document of [
          {},
          { format: 'trunkline-tenant', version: 2 },
          { format: 'other', version: 1 },
        ]) {
          expect(await failure(client, CREATE_FROM, [...terms(company), null, document, true, false])).toBe(
            '23514',
          )
        }
      })
    })
  })
})
