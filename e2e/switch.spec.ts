import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { tenantCode } from './support/rows'
import { test } from './support/served'

test.describe('for a superadmin', () => {
  test.use({ role: 'superadmin' })

  test('sees a call as the switch reports it, and hangs it up', async ({ page, served, database }) => {
    const { tell } = await served('Larch Street Dental')
    const call = randomUUID()
    await page.goto('/app/calls')
    await expect(page.getByRole('heading', { name: 'Calls now' })).toBeVisible()
    await tell([{ call_uuid: call, caller_number: '+12085550142', other_number: '1001' }])
    const row = page.getByRole('row', { name: /\(208\) 555-0142/ })
    await expect(row).toContainText('Ada Byron')
    await expect(row).toContainText('Talking')
    await expect(row).toContainText('Larch Street Dental')
    await expectAccessible(page, 'calls now with a call')

    await page.setViewportSize({ width: 1440, height: 900 })
    await row.getByRole('button', { name: /^Actions for the call/ }).click()
    await page.getByRole('menuitem', { name: 'Hang up…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hang up' }).click()
    const asked = async () => {
      const { rows } = await database.query<{ id: string; command: string }>(
        "select id, command from public.switch_commands where arguments ->> 'call' = $1",
        [call],
      )
      return rows
    }
    await expect.poll(asked).toMatchObject([{ command: 'hang_up' }])
    const ended = page.getByText('The call was ended.').waitFor()
    await database.query('update public.switch_commands set done_at = now() where id = $1', [
      (await asked())[0]?.id,
    ])
    await tell([], [call])
    await ended
    await expect(row).toBeHidden()
  })

  test('sees the mails of all tenants on one page, and resends one that failed', async ({
    page,
    rows,
    database,
  }) => {
    const mail = async (company: string, recipient: string, gaveUp: boolean) => {
      const tenant = await rows.tenant(company)
      await database.query(
        `insert into public.mails (tenant_id, kind, cause, recipient, subject, body, due_at, sent_at, given_up_at, problem)
         values ($1, 'missed_call', $2, $2, 'Missed call at 6000 Sales', 'Nobody answered a call at 6000 Sales.',
           now() + interval '1 day', case when $3 then null else now() end, case when $3 then now() end,
           case when $3 then 'No such mailbox.' end)`,
        [tenant, recipient, gaveUp],
      )
      return tenant
    }
    await mail('Alder Row Bakery', 'sales@alder.example', false)
    const tenant = await mail('Hazel Lane Motors', 'desk@hazel.example', true)
    await page.goto('/app/superadmin/mails')
    await expect(page.getByRole('row', { name: /sales@alder\.example/ })).toContainText('Alder Row Bakery')
    const failed = page.getByRole('row', { name: /desk@hazel\.example/ })
    await expect(failed).toContainText('No such mailbox.')
    await page.getByRole('combobox', { name: 'State' }).selectOption('Not sent')
    await expect(page.getByRole('row', { name: /sales@alder\.example/ })).toBeHidden()
    await expect(failed.getByRole('link', { name: 'Hazel Lane Motors' })).toHaveAttribute(
      'href',
      `/app/tenants/${tenant}/mails`,
    )

    await failed.getByText('Missed call at 6000 Sales').click()
    const dialog = page.getByRole('dialog', { name: 'Missed call at 6000 Sales' })
    await expect(dialog).toContainText('Nobody answered a call at 6000 Sales.')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The email is on its way.')).toBeVisible()
    // Rows behind a dialog count as hidden.
    await expect(dialog).toHaveCount(0)
    await expect(failed).toBeHidden()
    const { rows: stored } = await database.query(
      `select m.given_up_at, (select count(*)::int from public.audit_log a where a.record_id = m.id and a.action = 'send') > 0 as told
       from public.mails m where m.tenant_id = $1`,
      [tenant],
    )
    expect(stored).toEqual([{ given_up_at: null, told: true }])

    await followAfterForm(page, `/app/tenants/${tenant}/mails`)
    await expect(page.getByRole('row', { name: /desk@hazel\.example/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /sales@alder\.example/ })).toBeHidden()
  })
})

test.describe('for a tech', () => {
  test.use({ role: 'tech' })

  test('limits the addresses from which a tenant’s phones register, as its switch then asks for', async ({
    page,
    request,
    served,
    service,
  }) => {
    const { tenant, name, secret } = await served('Alder Lane Legal')
    const stored = async () => {
      const asked = service.from('tenant_settings').select('registration_addresses').eq('tenant_id', tenant)
      return (await asked.maybeSingle().throwOnError()).data?.registration_addresses
    }
    const listed = async () => {
      const answer = await request.post('/api/switch/xml', {
        headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
        form: {
          section: 'directory',
          action: 'sip_auth',
          user: '1001',
          domain: `${tenantCode(tenant)}.pbx.example`,
        },
      })
      const xml = await answer.text()
      expect(xml).toContain('name="a1-hash"')
      return /name="auth-acl" value="([^"]*)"/.exec(xml)?.[1]
    }
    await page.goto(`/app/tenants/${tenant}/settings`)
    const form = page.getByRole('form', { name: 'Settings' })
    const field = form.getByLabel('Phones register from')
    const save = form.getByRole('button', { name: 'Save settings' })
    expect(await listed()).toBeUndefined()
    for (const [written, refusal] of [
      ['the office', 'Each line is an IP address such as 192.0.2.10, or a network such as 192.0.2.0/24.'],
      ['203.0.113.0/24\n203.0.113.0/33', 'Each line is an IP address such as 192.0.2.10'],
      ['2001:db8::7', 'Phones register over IPv4: enter IPv4 addresses.'],
    ] as const) {
      await field.fill(written)
      await save.click()
      await expect(form.getByText(refusal, { exact: false })).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    }
    expect(await stored()).toBeUndefined()

    await field.fill('203.0.113.0/24\n\n198.51.100.7 ')
    await save.click()
    await expect.poll(stored).toEqual(['203.0.113.0/24', '198.51.100.7'])
    await expect.poll(listed).toBe('203.0.113.0/24,198.51.100.7/32')

    await expect(form.getByText('Not saved yet')).toHaveCount(0)
    await form.getByRole('button', { name: 'Reset Phones register from to inherited' }).click()
    await save.click()
    await expect.poll(stored).toBeNull()
    await expect.poll(listed).toBeUndefined()
  })

  test('sees on the queue board who waits, and signs an agent in', async ({
    page,
    rows,
    served,
    service,
  }) => {
    const { tenant, tell, extension } = await served('Rowan Freight')
    const of = { tenant_id: tenant }
    const queue = await rows.add('call_center_queues', { ...of, name: 'Support', number: '8000' })
    const agent = await rows.add('call_center_agents', {
      ...of,
      name: 'Ben Ito',
      extension_id: extension,
      status: 'Logged Out',
    })
    await rows.add('call_center_tiers', { ...of, queue_id: queue, agent_id: agent })
    await page.goto(`/app/tenants/${tenant}/routing/queue-board`)
    await tell([])
    await expect(page.getByText('Nobody is waiting')).toBeVisible()
    const waits = {
      call_uuid: randomUUID(),
      caller_number: '+12085550142',
      state: 'waiting',
      queue: '8000',
    }
    await tell([waits])
    await expect(page.getByRole('list', { name: 'Waiting callers' })).toContainText('(208) 555-0142')
    await expect(page.getByRole('region', { name: 'Support 8000' })).toContainText('1 waiting')
    await expectAccessible(page, 'the queue board with a caller who waits')

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Actions for Ben Ito' }).click()
    await page.getByRole('menuitemradio', { name: 'Available', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Agents' })).toContainText('Phone not registered')
    const { data } = await service.from('call_center_agents').select('status').eq('id', agent).throwOnError()
    expect(data).toEqual([{ status: 'Available' }])
    await tell([], [waits.call_uuid])
    await expect(page.getByText('Nobody is waiting')).toBeVisible()
  })

  test('reads who waits on a narrow screen too, however long the name of the queue', async ({
    page,
    rows,
    served,
  }) => {
    const { tenant, tell } = await served('Hazel Court Dental')
    await rows.add('call_center_queues', {
      tenant_id: tenant,
      name: 'Appointments and billing',
      number: '8000',
    })
    await tell([{ call_uuid: randomUUID(), caller_number: '+12085550142', state: 'waiting', queue: '8000' }])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/app/tenants/${tenant}`)
    const number = page.getByRole('list', { name: 'Calls now' }).getByText('(208) 555-0142')
    await expect(number).toBeVisible()
    expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('shows the queue board full screen, over everything else, until it is left', async ({
    page,
    rows,
    served,
  }) => {
    const { tenant, tell } = await served('Alder Row Clinic')
    await rows.add('call_center_queues', { tenant_id: tenant, name: 'Support', number: '8000' })
    await page.goto(`/app/tenants/${tenant}/routing/queue-board`)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await expect(page).toHaveURL(/wall=true/)
    const leave = page.getByRole('button', { name: 'Leave full screen' })
    await expect(leave).toBeInViewport()
    // What the board covers is not reached by keyboard either.
    await leave.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('nav :focus')).toHaveCount(0)
    await tell([{ call_uuid: randomUUID(), caller_number: '+12085550142', state: 'waiting', queue: '8000' }])
    await expect(page.getByRole('list', { name: 'Waiting callers' })).toContainText('(208) 555-0142')

    // The address alone shows it too, in the window.
    await page.reload()
    await expect(page.getByRole('list', { name: 'Waiting callers' })).toContainText('(208) 555-0142')
    await expectAccessible(page, 'the wall board')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/wall/)
    await page.getByRole('button', { name: 'Full screen', exact: true }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('nav :focus')).toHaveCount(1)
  })
})
