import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { check, openImport } from './support/imports'
import { test as withRows } from './support/rows'

interface Tenant {
  id: string
  reception: string
  sales: string
  did: string
  number: string
}

/** A tenant with the extensions 1001 Reception and 1002 Billing, the ring group 6000 Sales, and a number. */
const test = withRows.extend<{ tenant: Tenant }>({
  role: 'tech',
  tenant: async ({ rows }, use) => {
    const tenant_id = await rows.tenant('File Trial')
    const number = `+13077${String(Date.now()).slice(-6)}`
    const reception = await rows.extension(tenant_id, '1001', 'Reception')
    await rows.extension(tenant_id, '1002', 'Billing')
    const sales = await rows.add('ring_groups', { tenant_id, name: 'Sales', number: '6000' })
    const did = await rows.add('dids', { tenant_id, number, status: 'assigned' })
    await use({ id: tenant_id, reception, sales, did, number })
  },
})

async function openExtensions(page: Page, { id }: Tenant) {
  await page.goto(`/app/tenants/${id}/extensions`)
  await expect(page.getByRole('link', { name: '1001' })).toBeVisible()
}

test('extensions: rejected rows are listed, a good file is applied, and importing it again changes nothing', async ({
  page,
  service,
  tenant,
}) => {
  const stored = async () =>
    (
      await service
        .from('extensions')
        .select('extension, effective_caller_id_name, voicemail_email, call_timeout, version')
        .eq('tenant_id', tenant.id)
        .order('extension')
        .throwOnError()
    ).data
  const before = await stored()
  await openExtensions(page, tenant)

  const header = 'Number,Caller ID name,Send messages to,Ring timeout,Outbound caller ID\n'
  const bad = await check(
    page,
    'extensions',
    `${header}1003,Workshop,,20,\n6000,Lab,,20,\nlobby,Lobby,,20,\n1004,Yard,nobody,20,\n1005,Gate,,20,+19995550100\n`,
  )
  await expect(bad.outcomes).toHaveText(['4 rejected', '1 to be added'])
  await expect(bad.refused).toHaveText([
    'Row 360006000 is already taken by the ring group Sales.',
    'Row 4lobbyNumber: Enter an extension of 2 to 7 digits.',
    'Row 51004Send messages to: Enter a valid email address.',
    'Row 61005Outbound caller ID: "+19995550100" matches no record, or more than one.',
  ])
  await expect(bad.dialog.getByRole('button', { name: 'Import the other row' })).toBeEnabled()
  await expectAccessible(page, 'an import with refused rows')
  await page.setViewportSize({ width: 1440, height: 900 })
  await bad.dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored()).toEqual(before)

  const good = `${header}1001,Reception,,45,${tenant.number}\n1003,Workshop,shop@example.com,20,\n`
  const first = await check(page, 'extensions', good)
  await expect(first.outcomes).toHaveText(['1 to be added', '1 to be changed'])
  expect(await stored()).toEqual(before)
  await first.apply()
  await page
    .getByRole('dialog', { name: 'Voicemail PINs for 1 extension' })
    .getByRole('button', { name: 'Assign PINs' })
    .click()
  const told = page.getByRole('dialog', { name: 'Voicemail PINs', exact: true })
  await expect(told.getByRole('listitem')).toHaveText([/^1003 Workshop[0-9]{6}$/])
  await told.getByRole('button', { name: 'Done' }).click()
  const applied = await stored()
  expect(applied).toMatchObject([
    { extension: '1001', call_timeout: 45, version: 2 },
    { extension: '1002', version: 1 },
    { extension: '1003', voicemail_email: 'shop@example.com', call_timeout: 20, version: 1 },
  ])
  const second = await check(page, 'extensions', good)
  await expect(second.outcomes).toHaveText(['2 unchanged'])
  await second.apply('Nothing was changed.')
  expect(await stored()).toEqual(applied)
})

test('extensions: a route may be an outside number that the tenant does not have yet', async ({
  page,
  service,
  tenant,
}) => {
  await openExtensions(page, tenant)
  const file = 'Number,Forward always,Forward always to\n1001,yes,(207) 555-0199\n1002,yes,+1 207.555.0199\n'
  const { outcomes, apply } = await check(page, 'extensions', file)
  await expect(outcomes).toHaveText(['2 to be changed'])
  await apply()
  const { data: outside } = await service
    .from('destinations')
    .select('id, number')
    .eq('tenant_id', tenant.id)
    .eq('kind', 'external')
    .throwOnError()
  expect(outside).toEqual([{ id: expect.any(String), number: '+12075550199' }])
  const { data: stored } = await service
    .from('extensions')
    .select('forward_all_enabled, forward_all_destination_id')
    .eq('tenant_id', tenant.id)
    .throwOnError()
  const forwarded = { forward_all_enabled: true, forward_all_destination_id: outside[0]?.id }
  expect(stored).toEqual([forwarded, forwarded])
})

test('a file is decoded or its encoding is asked for, and an unclosed quotation mark is reported', async ({
  page,
  service,
  tenant,
}) => {
  await openExtensions(page, tenant)
  const { dialog, choose } = await openImport(page, 'extensions')
  await choose('Number,Caller ID name\n1003,Lab\n1004,"Yard\n1005,Gate\n')
  await expect(dialog.getByRole('alert')).toContainText('Line 3: a quotation mark opens a cell')
  await expect(dialog.getByRole('button', { name: /^Check/ })).toHaveCount(0)

  // The same bytes are different letters in another encoding, so the user decides.
  await choose(Buffer.from('Number,Caller ID name\n1003,T\xe9l\xe9phone\n', 'latin1'))
  const encoding = dialog.getByLabel('Read the file as')
  const sample = dialog.getByRole('list', { name: 'Lines of the file' })
  await expect(encoding).toHaveValue('windows-1252')
  await expect(sample).toHaveText('1003,Téléphone')
  await encoding.selectOption('windows-1251')
  await expect(sample).toHaveText('1003,Tйlйphone')
  await expectAccessible(page, 'a file in an unknown encoding')
  await page.setViewportSize({ width: 1440, height: 900 })
  await encoding.selectOption('windows-1252')
  await dialog.getByRole('button', { name: /^Check/ }).click()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toContainText('were imported.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('dialog', { name: /^Voicemail PINs/ })
    .getByRole('button', { name: 'Cancel' })
    .click()

  const marked = await check(
    page,
    'extensions',
    Buffer.from('\uFEFFNumber,Caller ID name\n1004,Čekárna\n', 'utf16le'),
  )
  await expect(marked.dialog.getByLabel('Read the file as')).toHaveCount(0)
  await marked.apply()
  const { data } = await service
    .from('extensions')
    .select('effective_caller_id_name')
    .eq('tenant_id', tenant.id)
    .order('extension')
  expect(data?.map((row) => row.effective_caller_id_name)).toEqual([
    'Reception',
    'Billing',
    'Téléphone',
    'Čekárna',
  ])
})

test('numbers: an exported file changes nothing, routes are set by label, and no number is created', async ({
  page,
  service,
  tenant,
}) => {
  await page.goto(`/app/tenants/${tenant.id}/dids/inbound`)
  await expect(page.getByRole('table')).toContainText('Nowhere')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Inbound numbers' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  const same = await check(page, 'inbound numbers', exported)
  await expect(same.outcomes).toHaveText(['1 unchanged'])
  await same.apply('Nothing was changed.')

  const strange = await check(page, 'inbound numbers', 'Number,Routes to\n+12065550199,1001 Reception\n')
  await expect(strange.refused).toHaveText([
    'Row 2+12065550199There is no record with the number +12065550199.',
  ])
  await strange.dialog.getByRole('button', { name: 'Cancel' }).click()

  const routed = await check(
    page,
    'inbound numbers',
    `Number,Routes to,Caller ID prefix\n${tenant.number},1001 Reception,Sales:\n`,
  )
  await expect(routed.outcomes).toHaveText(['1 to be changed'])
  await routed.apply()
  await expect(page.getByRole('table')).toContainText('1001 Reception')
  const { data } = await service
    .from('dids')
    .select('id, destination_id, caller_id_prefix, version')
    .eq('tenant_id', tenant.id)
  expect(data).toEqual([
    { id: tenant.did, destination_id: tenant.reception, caller_id_prefix: 'Sales:', version: 2 },
  ])
})

test('ring group members, and agents with their tiers, are imported from separate files', async ({
  page,
  rows,
  service,
  tenant,
}) => {
  await page.goto(`/app/tenants/${tenant.id}/ring-groups`)
  await expect(page.getByRole('table')).toContainText('No members')
  const members = await check(
    page,
    'ring group members',
    'Ring group,Position,Extension,External number,Delay\n6000,1,1001,,0\n6000,2,,(207) 555-0123,10\n',
  )
  await expect(members.outcomes).toHaveText(['2 to be added'])
  await members.apply()
  await expect(page.getByRole('row', { name: /Sales/ })).toContainText('2')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Ring group members' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect(exported.replace('\uFEFF', '').trim().split('\r\n').slice(1)).toEqual([
    '6000 Sales,1,1001 Reception,,0,30,no,yes',
    '6000 Sales,2,,+12075550123,10,30,no,yes',
  ])
  const again = await check(page, 'ring group members', exported)
  await expect(again.outcomes).toHaveText(['2 unchanged'])
  await again.dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/app/tenants/${tenant.id}/routing/call-centers?tab=agents`)
  const agents = await check(page, 'agents', 'Name,Extension,Status,Wrap-up\nAnn,1001,Available,15\n')
  await expect(agents.outcomes).toHaveText(['1 to be added'])
  await agents.apply()
  await expect(page.getByRole('row', { name: /Ann/ })).toContainText('1001')
  await rows.add('call_center_queues', { tenant_id: tenant.id, name: 'Support', number: '7000' })
  await page.goto(`/app/tenants/${tenant.id}/routing/call-centers`)
  const tiers = await check(page, 'tiers', 'Queue,Agent,Level\n7000,Ann,2\n')
  await expect(tiers.outcomes).toHaveText(['1 to be added'])
  await tiers.apply()
  const { data } = await service
    .from('call_center_tiers')
    .select('level, call_center_agents(name, wrap_up_time), call_center_queues(number)')
    .eq('tenant_id', tenant.id)
  expect(data).toEqual([
    {
      level: 2,
      call_center_agents: { name: 'Ann', wrap_up_time: 15 },
      call_center_queues: { number: '7000' },
    },
  ])
})
