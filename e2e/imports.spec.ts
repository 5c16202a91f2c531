import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
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

test('extensions: rejected rows are listed, and a good file is applied', async ({
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

  const { dialog, choose } = await openImport(page, 'extensions')
  // The same bytes are different letters in another encoding, so the user decides.
  await choose(Buffer.from('Number,Caller ID name\n1003,T\xe9l\xe9phone\n', 'latin1'))
  await expect(dialog.getByLabel('Read the file as')).toHaveValue('windows-1252')
  await expectAccessible(page, 'a file in an unknown encoding')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Cancel' }).click()

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
  expect(await stored()).toMatchObject([
    { extension: '1001', call_timeout: 45, version: 2 },
    { extension: '1002', version: 1 },
    { extension: '1003', voicemail_email: 'shop@example.com', call_timeout: 20, version: 1 },
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

  await followAfterForm(page, `/app/tenants/${tenant.id}/routing/call-centers?tab=agents`)
  const agents = await check(page, 'agents', 'Name,Extension,Status,Wrap-up\nAnn,1001,Available,15\n')
  await expect(agents.outcomes).toHaveText(['1 to be added'])
  await agents.apply()
  await expect(page.getByRole('row', { name: /Ann/ })).toContainText('1001')
  await rows.add('call_center_queues', { tenant_id: tenant.id, name: 'Support', number: '7000' })
  await followAfterForm(page, `/app/tenants/${tenant.id}/routing/call-centers`)
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
