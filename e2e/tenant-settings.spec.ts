import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { tenantCode, test } from './support/rows'

test.describe('a technician', () => {
  test.use({ role: 'tech' })

  test('overrides settings, resets one to its inherited value, and changes a feature code', async ({
    page,
    rows,
    service,
  }) => {
    const id = await rows.tenant('Settings Trial')
    const stored = async () =>
      (await service.from('tenant_settings').select('*').eq('id', id).maybeSingle()).data
    await page.goto(`/app/tenants/${id}/settings`)
    const form = page.getByRole('form', { name: 'Settings' })
    await form.getByLabel('Area code').fill('127')
    await form.getByLabel('Emergency notification emails').fill('front@desk.example\nguard@desk.example')
    await form.getByLabel('Voicemail', { exact: true }).selectOption('Off')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByText('Enter three digits', { exact: false })).toBeVisible()
    expect(await stored()).toBeNull()
    await form.getByLabel('Area code').fill('207')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect.poll(stored).toMatchObject({
      area_code: '207',
      emergency_notification_emails: ['front@desk.example', 'guard@desk.example'],
      voicemail_enabled: false,
      language: null,
      version: 1,
    })
    await expect(form.getByText('Not saved yet')).toHaveCount(0)
    await expect(form.getByText('Area code: Overridden')).toBeVisible()
    await form.getByRole('button', { name: 'Reset Area code to inherited' }).click()
    await expect(form.getByText('Area code: Inherited')).toBeVisible()
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect.poll(stored).toMatchObject({ area_code: null, voicemail_enabled: false, version: 2 })

    await expect(page.getByRole('form', { name: 'Tenant' }).getByLabel('Extension seats')).toBeDisabled()
    await expect(form.getByLabel('Numbers')).toBeDisabled()

    const code = page.getByRole('form', { name: 'Call forwarding' })
    await code.getByLabel('Call forwarding', { exact: true }).fill('*98')
    await code.getByRole('button', { name: 'Save' }).click()
    await expect(code.getByText('*98 is already taken by the feature code Check voicemail.')).toBeVisible()
    await code.getByLabel('Call forwarding', { exact: true }).fill('*73')
    await code.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => {
        const asked = service.from('feature_codes').select('code').eq('tenant_id', id)
        return (await asked.eq('feature', 'call_forward').single()).data?.code
      })
      .toBe('*73')
  })

  test('sees what is missing for 911 calls and adds an address', async ({ page, rows, service }) => {
    const id = await rows.tenant('Emergency Trial')
    await rows.add('extensions', { tenant_id: id, extension: '1001' })
    await page.goto(`/app/tenants/${id}/settings`)
    await expect(page.getByText('No emergency notification email is set.').first()).toBeVisible()
    await expect(page.getByText('1001 has no emergency caller ID.').first()).toBeVisible()
    await page.getByRole('button', { name: 'New E911 address' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New E911 address' })
    await dialog.getByLabel('Name').fill('Main office')
    await dialog.getByLabel('Street').fill('12 Harbor Lane')
    await dialog.getByLabel('City').fill('Portland')
    await dialog.getByLabel('State or province').fill('me')
    await dialog.getByLabel('ZIP or postal code').fill('0410')
    await dialog.getByRole('button', { name: 'Create E911 address' }).click()
    await expect(dialog.getByText('Enter a ZIP code such as 04101 or 04101-1234.')).toBeVisible()
    await dialog.getByLabel('ZIP or postal code').fill('04101')
    await dialog.getByRole('button', { name: 'Create E911 address' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Main office' }).click()
    await page.getByRole('menuitem', { name: 'Mark as validated by the carrier' }).click()
    await expect
      .poll(async () => {
        const asked = service.from('emergency_addresses').select('state, validated_at').eq('tenant_id', id)
        return (await asked.single()).data
      })
      .toEqual({ state: 'ME', validated_at: expect.any(String) })
  })
})

test.describe('an administrator', () => {
  test.use({ role: 'admin' })

  test('sets the time zone and the seats, and deletes a tenant created by mistake', async ({
    page,
    rows,
    service,
  }) => {
    const id = await rows.tenant('Terms Trial')
    await page.goto(`/app/tenants/${id}/settings`)
    const form = page.getByRole('form', { name: 'Tenant' })
    await form.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByPlaceholder('Find a time zone').fill('Phoenix')
    await page.getByRole('option', { name: 'America/Phoenix' }).click()
    await form.getByLabel('Extension seats').fill('33')
    await form.getByRole('button', { name: 'Save tenant' }).click()
    await expect
      .poll(async () => {
        const asked = service.from('tenants').select('time_zone, extension_limit').eq('id', id)
        return (await asked.single()).data
      })
      .toEqual({ time_zone: 'America/Phoenix', extension_limit: 33 })

    await page.getByRole('button', { name: 'Delete tenant' }).click()
    const question = page.getByRole('alertdialog')
    const confirm = question.getByRole('button', { name: 'Delete tenant' })
    await question.getByLabel(/to confirm$/).fill('something else')
    await expect(confirm).toBeDisabled()
    await question.getByLabel(/to confirm$/).fill(`${tenantCode(id)}.pbx.example`)
    await confirm.click()
    await expect(page).toHaveURL('/app/tenants')
    expect((await service.from('tenants').select('id').eq('id', id).throwOnError()).data).toEqual([])
    const { data: company } = await service
      .from('companies')
      .select('domain_uuid')
      .eq('name', 'Terms Trial')
      .single()
      .throwOnError()
    expect(company.domain_uuid).toBeNull()
  })

  test('can use the settings with assistive technology', async ({ page, rows }) => {
    const id = await rows.tenant('Accessible Trial')
    await page.goto(`/app/tenants/${id}/settings`)
    await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible()
    await expect(page.getByText('No emergency notification email is set.').first()).toBeVisible()
    await expect(page.getByText('No E911 addresses yet')).toBeVisible()
    await expectAccessible(page, 'the settings of a tenant')
  })
})

test.describe('a link to a part of the settings', () => {
  test.use({ role: 'tech' })

  test('shows that part, though the page loads after its address', async ({ page, rows }) => {
    const id = await rows.tenant('Settings Anchor')
    const part = page.getByRole('heading', { name: 'Numbers registered for 911' })
    await page.goto(`/app/tenants/${id}/settings#emergency`)
    await expect(part).toBeInViewport()
    await page.goto(`/app/tenants/${id}`)
    await page.getByRole('link', { name: 'Confirm a 911 address' }).click()
    await expect(part).toBeInViewport()
  })
})
