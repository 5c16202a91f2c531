import { mergeTests, type Page } from '@playwright/test'
import { wavFile } from '../tests/support/audio-files'
import { expect } from './fixtures'
import { follow } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test as withCamera } from './support/camera'
import { choose } from './support/choose'
import { test as withRows } from './support/rows'

const MACS = { first: '80:5E:C0:E2:E7:01', second: '80:5E:C0:E2:E7:02' }

const test = mergeTests(withCamera, withRows).extend<{ tenant: { id: string; number: string } }>({
  role: 'tech',
  /** A new tenant with 50 seats and one number, and nothing else. */
  tenant: async ({ rows }, use) => {
    const id = await rows.tenant('Journey Trial', { extension_limit: 50, time_zone: 'America/Denver' })
    const number = `+13075${String(Date.now()).slice(-6)}`
    await rows.add('dids', { tenant_id: id, number, status: 'assigned', description: 'Main number' })
    await use({ id, number })
  },
})

test('a new tenant is set up from scratch until calls are answered', async ({ camera, database, tenant }) => {
  const page = await camera.open({ kind: 'code128', text: MACS.first })
  const open = (path: string) => page.goto(`/app/tenants/${tenant.id}/${path}`)

  await test.step('twenty extensions are added as a range', async () => {
    await open('extensions')
    await page.getByRole('button', { name: 'Add a range' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a range of extensions' })
    await dialog.getByRole('textbox', { name: 'First number' }).fill('1001')
    await dialog.getByRole('textbox', { name: 'How many' }).fill('20')
    await dialog.getByRole('textbox', { name: 'Names' }).fill('Desk {n}')
    await dialog.getByRole('button', { name: 'Add 20 extensions' }).click()
    await page.getByRole('dialog', { name: 'Voicemail PINs' }).getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: '1020' })).toBeVisible()
  })

  await test.step('the greeting is uploaded', async () => {
    await open('recordings')
    await page
      .getByLabel('Recordings to upload')
      .setInputFiles({ name: 'main_greeting.wav', mimeType: 'audio/wav', buffer: wav() })
    await expect(page.getByRole('list', { name: 'Uploads' })).toContainText('Added')
    await expect(page.getByRole('link', { name: 'Main greeting' })).toBeVisible()
  })

  await test.step('a device profile is created', async () => {
    await open('device-profiles')
    await page.getByRole('button', { name: 'New device profile' }).first().click()
    const form = page.getByRole('dialog', { name: 'New device profile' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Desk phones')
    await form.getByRole('button', { name: 'Line key 2: nothing' }).click()
    const key = form.getByRole('region', { name: 'Line key 2' })
    await key.getByLabel('Type').selectOption('Call park')
    await key.getByLabel('Parking space').fill('5901')
    await form.getByRole('button', { name: 'Create device profile' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('two phones are scanned and given the profile and a line', async () => {
    await open('devices')
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await choose(page.getByRole('dialog', { name: 'Add phones by scanning' }), 'Profile', 'Desk phones')
    await page.getByRole('button', { name: 'Start scanning' }).click()
    const scanner = page.getByRole('dialog', { name: 'Scan a MAC address barcode' })
    const form = page.getByRole('dialog', { name: 'New device' })
    const addPhone = async (mac: string, extension: string, next: string) => {
      await expect(form.getByRole('textbox', { name: 'MAC address' })).toHaveValue(mac)
      await form.getByRole('button', { name: 'Add a line' }).click()
      await choose(form, 'Extension', extension)
      camera.show({ kind: 'code128', text: next })
      await form.getByRole('button', { name: 'Create device' }).click()
    }
    await addPhone(MACS.first, '1001 Desk 1', MACS.second)
    await addPhone(MACS.second, '1002 Desk 2', 'SN-4471-0093')
    await expect(scanner).toBeVisible()
    await scanner.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('row', { name: new RegExp(MACS.second) })).toContainText('Desk phones')
  })

  await test.step('a ring group rings two desks', async () => {
    await open('ring-groups')
    const form = await begin(page, 'ring group')
    await form.getByRole('textbox', { name: 'Name' }).fill('Front office')
    await form.getByRole('textbox', { name: 'Number' }).fill('6000')
    await choose(form, 'If no one answers', '1001 Desk 1 ✉')
    await choose(form, 'Add a member', '1001 Desk 1')
    await page.getByRole('option', { name: '1002 Desk 2', exact: true }).click()
    await page.keyboard.press('Escape')
    await create(page, 'ring group')
  })

  await test.step('a queue is answered by two agents', async () => {
    await open('routing/call-centers?tab=agents')
    for (const [name, extension] of [
      ['Avery', '1003 Desk 3'],
      ['Blake', '1004 Desk 4'],
    ] as const) {
      const form = await begin(page, 'agent')
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      await choose(form, 'Extension', extension)
      await form.getByRole('combobox', { name: 'Status' }).selectOption('Available')
      await create(page, 'agent')
    }
    await page.getByRole('tab', { name: 'Queues' }).click()
    const form = await begin(page, 'queue')
    await form.getByRole('textbox', { name: 'Name' }).fill('Support')
    await form.getByRole('textbox', { name: 'Number' }).fill('6100')
    await choose(form, 'Add an agent', '1003 Avery')
    await page.getByRole('option', { name: '1004 Blake', exact: true }).click()
    await page.keyboard.press('Escape')
    await create(page, 'queue')
    await expect(page.getByRole('row', { name: /Support/ })).toContainText('2 available')
  })

  await test.step('a menu greets callers and leads to a sub-menu', async () => {
    await open('routing/ivr-menus')
    const options: Record<string, readonly string[]> = {
      'Billing menu 7001': ['1005 Desk 5', '1006 Desk 6'],
      'Main menu 7000': ['6000 Front office', '6100 Support', '7001 Billing menu'],
    }
    for (const [menu, destinations] of Object.entries(options)) {
      const form = await begin(page, 'IVR menu')
      await form.getByRole('textbox', { name: 'Name' }).fill(menu.slice(0, -5))
      await form.getByRole('textbox', { name: 'Number' }).fill(menu.slice(-4))
      await choose(form, 'Greeting', 'Main greeting')
      const rows = form.getByRole('region', { name: 'Options' }).getByRole('listitem')
      for (const [index, destination] of destinations.entries()) {
        await form.getByRole('button', { name: 'Add an option' }).click()
        await expect(rows).toHaveCount(index + 1)
        await choose(rows.last(), 'Destination', destination)
      }
      await create(page, 'IVR menu')
    }
    await expect(page.getByRole('row', { name: /7001/ })).toContainText('7000 Main menu')
  })

  await test.step('the office has opening hours, night hours and a holiday', async () => {
    await open('routing/time-conditions')
    const form = await begin(page, 'time condition')
    await form.getByRole('textbox', { name: 'Name' }).fill('Office hours')
    await form.getByRole('textbox', { name: 'Number' }).fill('5000')
    await choose(form, 'Otherwise', '1020 Desk 20 ✉')
    const rules = form
      .getByRole('region', { name: 'Rules' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('textbox', { name: 'Rule name' }) })
    const rule = rules.last()
    await form.getByRole('button', { name: 'Add a closure' }).click()
    await expect(rules).toHaveCount(1)
    await rule.getByRole('textbox', { name: 'Rule name' }).fill('Holidays')
    await rule.getByRole('checkbox', { name: /Christmas Day/ }).check()
    await choose(rule, 'Send calls to', '1019 Desk 19')
    await form.getByRole('button', { name: 'Add opening hours' }).click()
    await expect(rules).toHaveCount(2)
    await rule.getByRole('textbox', { name: 'Rule name' }).fill('Weekdays')
    await choose(rule, 'Send calls to', '7000 Main menu')
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      await rule.getByRole('checkbox', { name: day }).check()
    }
    await rule.getByRole('button', { name: 'Add hours' }).click()
    await create(page, 'time condition')
  })

  await test.step('the number is routed by the hours', async () => {
    await open('dids/inbound')
    await page
      .getByRole('row', { name: /Main number/ })
      .getByRole('link')
      .first()
      .click()
    const form = page.getByRole('dialog')
    await choose(form, 'Routes to', '5000 Office hours')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('row', { name: /Main number/ })).toContainText('5000 Office hours')
  })

  await test.step('a caller is blocked', async () => {
    await open('call-block')
    const form = await begin(page, 'block rule')
    await form.getByRole('textbox', { name: 'Number' }).fill('(202) 555-0163')
    await form.getByRole('textbox', { name: 'Name' }).fill('Survey caller')
    await create(page, 'block rule')
    await expect(page.getByRole('row', { name: /Survey caller/ })).toBeVisible()
  })

  await test.step('everything is stored as entered', async () => {
    const stored = async (sql: string) => (await database.query(sql, [tenant.id])).rows
    expect(
      await stored(
        'select extension, effective_caller_id_name as name from public.extensions where tenant_id = $1 order by 1',
      ),
    ).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ extension: `${1001 + index}`, name: `Desk ${index + 1}` })),
    )
    expect(
      await stored(`
        select d.mac, d.vendor, p.name as profile, k.type, k.value, l.line, e.extension
        from public.devices d
        join public.device_profiles p on p.id = d.profile_id
        join public.device_profile_keys k on k.profile_id = p.id
        join public.device_lines l on l.device_id = d.id
        join public.extensions e on e.id = l.extension_id
        where d.tenant_id = $1 order by d.mac`),
    ).toEqual(
      [MACS.first, MACS.second].map((mac, index) => ({
        mac,
        vendor: 'Yealink',
        profile: 'Desk phones',
        type: 'park',
        value: '5901',
        line: 1,
        extension: `${1001 + index}`,
      })),
    )
    expect(
      await stored(`
        select g.number, e.extension
        from public.ring_groups g
        join public.ring_group_members m on m.ring_group_id = g.id
        join public.extensions e on e.id = m.extension_id
        where g.tenant_id = $1 order by m.position`),
    ).toEqual([
      { number: '6000', extension: '1001' },
      { number: '6000', extension: '1002' },
    ])
    expect(
      await stored(`
        select m.number, r.name as greeting, r.duration_ms
        from public.ivr_menus m join public.recordings r on r.id = m.greet_long_recording_id
        where m.tenant_id = $1 order by m.number`),
    ).toEqual([
      { number: '7000', greeting: 'Main greeting', duration_ms: 2000 },
      { number: '7001', greeting: 'Main greeting', duration_ms: 2000 },
    ])
    expect(
      await stored(
        'select direction, match, number, action, name from public.call_block_rules where tenant_id = $1',
      ),
    ).toEqual([
      {
        direction: 'inbound',
        match: 'exact',
        number: '+12025550163',
        action: 'reject',
        name: 'Survey caller',
      },
    ])
  })

  await test.step('test calls to the number take the expected paths', async () => {
    const steps = page.getByRole('list', { name: 'Steps' }).locator('> li')
    const end = page.getByRole('status').filter({ hasText: /\.$/ })
    const called = encodeURIComponent(tenant.number)
    const open = '5000 Office hours is open: Weekdays'
    const answers = (phone: string) => new RegExp(`^${phone} answers after`)
    const message = 'The caller leaves a voicemail message.'
    for (const [query, result, ...path] of [
      [
        'at=2026-11-23T10:00&digits=1&phones=1002.answers',
        answers('1002 Desk 2'),
        open,
        '6000 Front office rings 2 phones',
      ],
      [
        'at=2026-11-23T10:00&digits=2&phones=1003.answers',
        answers('1003 Desk 3'),
        open,
        'waits in 6100 Support',
      ],
      [
        'at=2026-11-23T10:00&digits=3+2&phones=1006.answers',
        answers('1006 Desk 6'),
        open,
        '7001 Billing menu offers 2 options',
      ],
      [
        'at=2026-11-23T20:00',
        message,
        'No rule of 5000 Office hours applies.',
        'The voicemail of 1020 Desk 20',
      ],
      [
        'at=2026-12-25T10:00&phones=1019.answers',
        answers('1019 Desk 19'),
        '5000 Office hours is closed: Holidays',
      ],
    ] as const) {
      await follow(page, `/app/tenants/${tenant.id}/test-call?to=${called}&${query}`)
      await expect(end, query).toHaveText(result)
      for (const part of path) await expect(steps.filter({ hasText: part }), query).toHaveCount(1)
    }
  })

  await test.step('the new records are accessible', async () => {
    await open('routing/ivr-menus?tree=true')
    await expect(page.getByRole('region', { name: 'Tree of the menus' })).toContainText('6100 Support')
    await expectAccessible(page, 'the menus of a finished tenant', [1440])
  })
})

const wav = () => Buffer.from(wavFile({ seconds: 2 }))

async function begin(page: Page, noun: string) {
  await page
    .getByRole('button', { name: `New ${noun}` })
    .first()
    .click()
  return page.getByRole('dialog', { name: `New ${noun}` })
}

async function create(page: Page, noun: string) {
  const form = page.getByRole('dialog', { name: `New ${noun}` })
  await form.getByRole('button', { name: `Create ${noun}` }).click()
  await expect(form).toBeHidden()
}
