import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { test } from './support/called-tenant'

test('the server finds a number without a route, and the page links to it', async ({
  page,
  service,
  tenant,
}) => {
  await service.from('dids').update({ destination_id: null }).eq('tenant_id', tenant.id).throwOnError()
  await page.goto(`/app/tenants/${tenant.id}/configuration-check`)
  const errors = page.getByRole('list', { name: 'Errors' })
  const unrouted = errors.getByRole('listitem').filter({ hasText: 'it has no route' })
  await expect(unrouted).toBeVisible()
  await expect(page.getByText(/^Checked /)).toBeVisible()
  await expectAccessible(page, 'the configuration check')
  await page.setViewportSize({ width: 1440, height: 900 })
  const badge = page
    .getByRole('navigation', { name: 'Tenant' })
    .getByRole('link', { name: /^Configuration check/ })
  await expect(badge).toHaveAccessibleName(/\d+ errors?$/)
  await unrouted.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Main line',
  )
})

test('an accepted problem has a note, is no longer counted, and can be withdrawn', async ({
  page,
  service,
  tenant,
}) => {
  await service.from('dids').update({ destination_id: null }).eq('tenant_id', tenant.id).throwOnError()
  await page.goto(`/app/tenants/${tenant.id}/configuration-check`)
  const unrouted = page
    .getByRole('list', { name: 'Errors' })
    .getByRole('listitem')
    .filter({ hasText: 'no route' })
  await unrouted.getByRole('button', { name: /^Accept/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept this problem?' })
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(dialog.getByText('Enter a reason for your colleagues.')).toBeVisible()
  await dialog
    .getByRole('textbox', { name: 'Why it is acceptable' })
    .fill('The fax line is set up next week.')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()

  const accepted = page.getByRole('list', { name: 'Accepted' }).getByRole('listitem')
  await expect(accepted).toContainText('The fax line is set up next week.')
  await expect(unrouted).toHaveCount(0)
  const kept = async () =>
    (
      await service
        .from('accepted_problems')
        .select('note, accepted_by')
        .eq('tenant_id', tenant.id)
        .throwOnError()
    ).data
  expect(await kept()).toEqual([
    { note: 'The fax line is set up next week.', accepted_by: expect.stringMatching(/./) },
  ])
  const counted = async () =>
    (await service.from('tenant_checks').select('accepted').eq('tenant_id', tenant.id).single()).data
  expect(await counted()).toEqual({ accepted: 1 })

  await accepted.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(unrouted).toBeVisible()
  expect(await kept()).toEqual([])
  expect(await counted()).toEqual({ accepted: 0 })
})

test('a broken expectation is an error until it holds again', async ({ page, service, tenant }) => {
  const question = {
    extension: null,
    caller: '',
    withheld: false,
    to: tenant.number,
    at: '6 10:00',
    digits: '',
    phones: {},
    patience: null,
  }
  const { data: kept } = await service
    .from('call_expectations')
    .insert({
      tenant_id: tenant.id,
      name: 'Saturdays ring',
      outcome: 'comes_to',
      destination_id: tenant.group,
      question,
    })
    .select('id')
    .single()
    .throwOnError()
  await page.clock.install()
  await page.goto(`/app/tenants/${tenant.id}/configuration-check`)
  const broken = page
    .getByRole('list', { name: 'Errors' })
    .getByRole('listitem')
    .filter({ hasText: 'Saturdays ring' })
  await expect(broken).toContainText('comes to the ring group 6000 Front office')
  const { data: counted } = await service
    .from('tenant_checks')
    .select('errors')
    .eq('tenant_id', tenant.id)
    .single()
  expect(counted?.errors).toBeGreaterThan(0)
  await service
    .from('call_expectations')
    .update({ destination_id: tenant.voicemail })
    .eq('id', kept.id)
    .throwOnError()
  // The page polls every half minute.
  await expect(async () => {
    await page.clock.fastForward('00:31')
    await expect(broken).toHaveCount(0, { timeout: 5000 })
  }).toPass()
})

test('the tenant list shows problems and filters by them, with the same counts as the overview', async ({
  page,
  service,
  tenant,
}) => {
  await service.from('dids').update({ destination_id: null }).eq('tenant_id', tenant.id).throwOnError()
  await expect
    .poll(
      async () =>
        (await service.from('tenant_checks').select('errors').eq('tenant_id', tenant.id).maybeSingle()).data
          ?.errors ?? 0,
    )
    .toBeGreaterThan(0)
  await page.goto(`/app/tenants?q=Simulated`)
  const row = page.getByRole('row').filter({ hasText: 'Simulated Calls' }).first()
  await expect(row).toContainText(/\d+ errors?/)
  await page.getByRole('combobox', { name: 'Problems' }).selectOption('No problems')
  await expect(page.getByText('No tenant matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'Problems' }).selectOption('With errors')
  await expect(row).toBeVisible()
  await followAfterForm(page, `/app/tenants/${tenant.id}`)
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('error')
  await page.getByRole('link', { name: 'See all problems of the configuration' }).click()
  await expect(page.getByRole('heading', { name: 'Configuration check' })).toBeVisible()
})

test('each problem’s link opens its form at the field in question, with the focus', async ({
  page,
  database,
}) => {
  // A check that is older than its tenant’s configuration may name what is mended.
  const outdated = () =>
    database.query(
      `select t.domain from tenants t join tenant_versions v on v.tenant_id = t.id
       where v.checked is distinct from v.version + (select s.version from tenant_versions s where s.tenant_id is null)`,
    )
  await expect.poll(async () => (await outdated()).rows).toEqual([])
  const { rows: problems } = await database.query<{ href: string }>(
    `select problem ->> 'href' as href from tenants t join tenant_checks c on c.tenant_id = t.id, jsonb_array_elements(c.problems) problem
     order by t.created_at desc, t.id, problem ->> 'href'`,
  )
  // One of each part of each page, of the oldest tenant that has one.
  const parts = new Map(
    problems.flatMap(({ href }) => {
      const part = /[&#]part=(.+)$|#(setting-.+)$/.exec(href)
      const name = part?.[1] ?? part?.[2]
      return name ? [[`${href.split('/')[4]?.split('?')[0]} ${name}`, { href, name }] as const] : []
    }),
  )
  expect([...parts.keys()]).toContain('extensions voicemail_pin')
  await page.setViewportSize({ width: 1440, height: 700 })
  for (const [about, { href, name }] of parts) {
    await page.goto(href)
    const part = page.locator(`[data-part="${name}"], [id="${name}"]`)
    await expect(part, about).toBeInViewport()
    await expect(part.locator(':focus'), about).toHaveCount(1)
    await expect(part.locator(':focus'), about).toBeInViewport()
  }
})
