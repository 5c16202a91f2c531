import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { TEST_APP } from '../scripts/lib/test-app.ts'
import { wavFile } from '../tests/support/audio-files.ts'
import { type SwitchCall, switchRecord } from '../tests/support/switch-record.ts'
import { expect } from './fixtures'
import { follow } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test as base } from './support/rows'

base.use({ role: 'tech' })

/** A tenant in New York, and a function that delivers calls to it like the switch. */
const test = base.extend<{ tenant: { id: string; deliver: (...calls: SwitchCall[]) => Promise<void> } }>({
  tenant: async ({ rows, request, database }, use) => {
    const domain = `e2e-${randomUUID().slice(0, 8)}.pbx.example`
    const id = await rows.tenant('Recorded Calls', { domain, time_zone: 'America/New_York' })
    await use({
      id,
      deliver: async (...calls) => {
        const answer = await request.post('/api/cdr', {
          headers: { authorization: `Bearer ${TEST_APP.cdrIngestSecret}` },
          data: calls.map((call) => switchRecord({ domain, ...call })),
        })
        expect(answer.ok()).toBe(true)
      },
    })
    await database.query('delete from cdr_rejected where domain = $1', [domain])
  },
})

const at = (time: string) => Date.parse(`2026-01-14T${time}-05:00`)
const DAYS = 'from=2026-01-14&until=2026-01-14'

test('calls are ingested, charted, found by number, shown in detail and exported', async ({
  page,
  tenant,
  database,
}) => {
  const uuid = randomUUID()
  await tenant.deliver(
    {
      uuid,
      start: at('09:12:30'),
      direction: 'inbound',
      from: '+12125550142',
      fromName: 'HIGHTOWER STAFFING AND LOGISTICS',
      talkSeconds: 3_725,
      variables: { accountcode: 'ACME-1' },
    },
    { start: at('09:40:00'), direction: 'inbound', from: '+13125550187', cause: 'ORIGINATOR_CANCEL' },
    {
      start: at('14:05:00'),
      direction: 'outbound',
      from: '1001',
      to: '+14155550110',
      cause: 'USER_BUSY',
      q850: 17,
    },
  )
  await page.goto(`/app/tenants/${tenant.id}/cdr?${DAYS}`)
  const table = page.getByRole('table', { name: 'Calls', exact: true })
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'Calls by hour and status' })).toBeVisible()
  await page.getByText('Show the figures as a table').click()
  const figures = page.getByRole('table', { name: 'Calls by hour and status' })
  await expect(figures.getByRole('row', { name: 'Jan 14, 9 AM 1 1 0 2' })).toBeVisible()
  await expect(page.getByRole('img', { name: '3 calls by hour and status' })).toBeVisible()
  await expectAccessible(page, 'the calls of a tenant')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('combobox', { name: 'How the number matches' }).selectOption('ends with')
  await page.getByRole('searchbox', { name: 'Digits of the number' }).fill('0142')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/number=0142/)
  await expect(table).toContainText('1 hr 2 mins 5 secs')

  await table.getByRole('link', { name: 'Jan 14, 9:12:30 AM' }).click()
  const dialog = page.getByRole('dialog', { name: 'Call of Jan 14, 9:12:30 AM' })
  await expect(dialog.getByRole('heading', { name: 'Legs' })).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Answers' })).toBeVisible()
  await expect(dialog).toContainText('PCMU/8000')
  await expect(dialog.getByRole('definition').filter({ hasText: 'ACME-1' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Block this number' })).toHaveAttribute(
    'href',
    `/app/tenants/${tenant.id}/call-block?record=new&block=%2B12125550142&way=inbound`,
  )
  await expectAccessible(page, 'a call')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await downloading).path()
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${uuid},2026-01-14 09:12:30,`)
  expect(lines[1]).toContain(',+12125550142,HIGHTOWER STAFFING AND LOGISTICS,')

  const { rows } = await database.query(
    'select status, calls from cdr_hourly where tenant_id = $1 order by status',
    [tenant.id],
  )
  expect(rows).toEqual([
    { status: 'answered', calls: 1 },
    { status: 'busy', calls: 1 },
    { status: 'missed', calls: 1 },
  ])
})

test('a recorded call is played and downloaded, with audit entries', async ({
  page,
  tenant,
  request,
  database,
}) => {
  const uuid = randomUUID()
  await tenant.deliver({ uuid, start: at('10:30:00'), talkSeconds: 20 })
  await page.goto(`/app/tenants/${tenant.id}/cdr?${DAYS}&recorded=true`)
  await expect(page.getByText('No call matches')).toBeVisible()
  const delivered = await request.put(`/api/cdr/recordings/${uuid}.wav`, {
    headers: { authorization: `Bearer ${TEST_APP.cdrIngestSecret}` },
    data: Buffer.from(wavFile({ seconds: 3 })),
  })
  expect(await delivered.json()).toEqual({ format: 'wav', durationMs: 3000 })

  await page.reload()
  await page.getByRole('link', { name: 'Jan 14, 10:30:00 AM' }).click()
  const dialog = page.getByRole('dialog')
  const position = dialog.getByRole('slider', { name: 'Position in the call' })
  const heard = () =>
    database.query("select actor_email from public.audit_log where record_id = $1 and action = 'hear'", [
      uuid,
    ])
  await expect(dialog.getByText('0:03, WAV')).toBeVisible()
  expect((await heard()).rows).toEqual([])
  await dialog.getByRole('button', { name: 'Play the call' }).click()
  await expect(position).toHaveAttribute('aria-valuetext', / of 0:03$/)
  expect((await heard()).rows).toHaveLength(1)
  await expectAccessible(page, 'a recorded call')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`call-${uuid}.wav`)
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe('RIFF')
  expect((await heard()).rows).toHaveLength(2)
})

test('paging forward and back skips nothing', async ({ page, tenant }) => {
  await tenant.deliver(...Array.from({ length: 60 }, (_, n) => ({ start: at('08:00:00') + n * 60_000 })))
  await page.goto(`/app/tenants/${tenant.id}/cdr?${DAYS}`)
  const first = page.getByRole('link', { name: 'Jan 14, 8:59:00 AM' })
  const last = page.getByRole('link', { name: 'Jan 14, 8:00:00 AM' })
  await expect(first).toBeVisible()
  await expect(page.getByText('50 calls on this page of 60')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(last).toBeVisible()
  await expect(first).toBeHidden()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(first).toBeVisible()
  await page.goBack()
  await expect(last).toBeVisible()
  await expect(first).toBeHidden()
})

test('a rejected CDR is shown with its reason, retried and discarded', async ({ page, tenant, database }) => {
  const uuid = randomUUID()
  await tenant.deliver({ uuid, start: 7_000 })
  await page.goto(`/app/tenants/${tenant.id}/cdr?view=rejected`)
  const row = page.getByRole('row', { name: /Check the switch's clock/ })
  await expect(row).toBeVisible()
  // More than the page shows may be there already, of unknown tenants.
  await expect(page.getByRole('button', { name: /^Try (all|these \d+) again$/ })).toBeVisible()
  await expectAccessible(page, 'the rejected records')
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('button', { name: /^Show/ }).click()
  await expect(page.getByRole('dialog', { name: 'Rejected record' })).toContainText(uuid)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Try again/ }).click()
  // The delivery, and the attempt.
  await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Discard/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(row).toBeHidden()
  const { rows } = await database.query(
    "select action from audit_log where table_name = 'cdr_rejected' and tenant_id = $1",
    [tenant.id],
  )
  expect(rows).toEqual([{ action: 'delete' }])
})

test('archived calls are mentioned for the days they belong to, and nowhere else', async ({
  page,
  tenant,
  database,
}) => {
  await database.query("insert into archived_call_months (month, calls) values ('2011-02-01', 12)")
  try {
    await page.goto(`/app/tenants/${tenant.id}/cdr?from=2011-02-10&until=2011-03-02`)
    await expect(page.getByText('The chart still counts the calls of February 2011')).toBeVisible()
    await follow(page, `/app/tenants/${tenant.id}/cdr?from=2011-03-01&until=2011-03-02`)
    await expect(page.getByText('No calls in this period')).toBeVisible()
    await expect(page.getByText('Some of these calls are archived')).toBeHidden()
  } finally {
    await database.query("delete from archived_call_months where month = '2011-02-01'")
  }
})
