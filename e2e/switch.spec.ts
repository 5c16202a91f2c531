import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database, Json } from '../lib/supabase/database.types'
import { wavFile } from '../tests/support/audio-files'
import { expect } from './fixtures'
import { expectAccessible } from './support/accessible'
import { test as base, type Rows, tenantCode } from './support/rows'

/** A tenant on a switch that reports its calls like an agent. */
interface Served {
  tenant: string
  switchId: string
  /** Its extension 1001. */
  extension: string
  /** Reports calls, including ended ones. */
  tell: (calls: readonly Record<string, Json>[], gone?: string[]) => Promise<void>
}

const test = base.extend<{ served: (name: string) => Promise<Served> }>({
  served: async ({ service, rows, database }, use) => {
    const switches: string[] = []
    await use(async (name) => {
      const served = await serve(service, rows, name)
      switches.push(served.switchId)
      await database.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
        served.switchId,
        'a'.repeat(64),
      ])
      return served
    })
    await service.from('switches').delete().in('id', switches).throwOnError()
  },
})

async function serve(service: SupabaseClient<Database>, rows: Rows, name: string): Promise<Served> {
  const tenant = await rows.tenant(name)
  const { data } = await service
    .from('switches')
    .insert({ name: `trial-${randomUUID()}`, address: '192.0.2.10' })
    .select('id')
    .single()
    .throwOnError()
  const extension = randomUUID()
  await service
    .from('extensions')
    .insert({ id: extension, tenant_id: tenant, extension: '1001' })
    .throwOnError()
  const run = randomUUID()
  let report = 0
  return {
    tenant,
    switchId: data.id,
    extension,
    async tell(calls, gone = []) {
      report += 1
      const at = new Date(Date.now() - 5000).toISOString()
      const told = calls.map((call) => ({
        domain: `${tenantCode(tenant)}.pbx.example`,
        direction: 'inbound',
        caller_name: 'Ada Byron',
        called_number: '+12075550140',
        state: 'talking',
        started_at: at,
        state_at: at,
        ...call,
      }))
      await service
        .rpc('store_live_calls', { switch: data.id, run, report, whole: report === 1, calls: told, gone })
        .throwOnError()
    },
  }
}

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
    await expectAccessible(page, 'calls now with a call', [1440, 390])

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
    await database.query('update public.switch_commands set done_at = now() where id = $1', [
      (await asked())[0]?.id,
    ])
    await tell([], [call])
    await expect(page.getByText('The call was ended.')).toBeVisible()
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
    await expect(page.getByText('The email will be sent again.')).toBeVisible()
    await expect(failed).toBeHidden()
    const { rows: stored } = await database.query(
      `select m.given_up_at, (select count(*)::int from public.audit_log a where a.record_id = m.id and a.action = 'send') > 0 as told
       from public.mails m where m.tenant_id = $1`,
      [tenant],
    )
    expect(stored).toEqual([{ given_up_at: null, told: true }])

    await page.goto(`/app/tenants/${tenant}/mails`)
    await expect(page.getByRole('row', { name: /desk@hazel\.example/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /sales@alder\.example/ })).toBeHidden()
  })
})

test.describe('for a tech', () => {
  test.use({ role: 'tech' })

  test('sees on the queue board who waits, and signs an agent in', async ({ page, served, service }) => {
    const { tenant, tell, extension } = await served('Rowan Freight')
    const of = { tenant_id: tenant }
    const [queue, agent] = [randomUUID(), randomUUID()]
    await service
      .from('call_center_queues')
      .insert({ ...of, id: queue, name: 'Support', number: '8000' })
      .throwOnError()
    await service
      .from('call_center_agents')
      .insert({ ...of, id: agent, name: 'Ben Ito', extension_id: extension, status: 'Logged Out' })
      .throwOnError()
    await service
      .from('call_center_tiers')
      .insert({ ...of, queue_id: queue, agent_id: agent })
      .throwOnError()
    await page.goto(`/app/tenants/${tenant}/routing/queue-board`)
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
    await expectAccessible(page, 'the queue board with a caller who waits', [1440, 390])

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
    served,
    service,
  }) => {
    const { tenant, tell } = await served('Hazel Court Dental')
    await service
      .from('call_center_queues')
      .insert({ tenant_id: tenant, name: 'Appointments and billing', number: '8000' })
      .throwOnError()
    await tell([{ call_uuid: randomUUID(), caller_number: '+12085550142', state: 'waiting', queue: '8000' }])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/app/tenants/${tenant}`)
    const number = page.getByRole('list', { name: 'Calls now' }).getByText('(208) 555-0142')
    await expect(number).toBeVisible()
    expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('shows the queue board full screen, over everything else, until it is left', async ({
    page,
    served,
    service,
  }) => {
    const { tenant, tell } = await served('Alder Row Clinic')
    await service
      .from('call_center_queues')
      .insert({ tenant_id: tenant, name: 'Support', number: '8000' })
      .throwOnError()
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
    await expectAccessible(page, 'the wall board', [1440, 390])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/wall/)
    await page.getByRole('button', { name: 'Full screen' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('nav :focus')).toHaveCount(1)
  })

  test('plays a voicemail message, which is reported to its switch, marks it as new and deletes it', async ({
    page,
    served,
    service,
    database,
  }) => {
    const { tenant, switchId, extension } = await served('Elder Brook Clinic')
    const id = randomUUID()
    const path = `${tenant}/${id}.wav`
    const sound = wavFile({ seconds: 2 })
    const stored = await service.storage.from('voicemail').upload(path, sound, { contentType: 'audio/wav' })
    expect(stored.error).toBeNull()
    await database.query(
      `insert into public.voicemail_messages (id, tenant_id, switch_id, extension_id, domain, account, uuid, from_number, from_name,
         left_at, seconds, path, duration_ms, size_bytes, peaks)
       values ($1, $2, $3, $4, 'trial.pbx.example', '1001', gen_random_uuid(), '+12085550142', 'Ada', now(), 2, $5, 2000, $6, '{10,80,40}')`,
      [id, tenant, switchId, extension, path, sound.length],
    )
    const commands = async () => {
      const { rows } = await database.query<{ command: string; heard: boolean | null }>(
        'select command, heard from private.voicemail_commands where switch_id = $1',
        [switchId],
      )
      return rows
    }
    await page.goto(`/app/tenants/${tenant}/voicemail`)
    const row = page.getByRole('row', { name: /\(208\) 555-0142/ })
    await expect(row).toContainText('New')
    await row.click()
    const dialog = page.getByRole('dialog', { name: 'Message for 1001' })
    await dialog.getByRole('button', { name: 'Play the message' }).click()
    await expect(dialog.getByRole('slider', { name: 'Position in the message' })).toBeVisible()
    await expect.poll(commands).toEqual([{ command: 'mark', heard: true }])
    await expectAccessible(page, 'a voicemail message', [1440, 390])

    await dialog.getByRole('button', { name: 'Mark as new' }).click()
    await expect(row).toContainText('New')
    await expect.poll(commands).toEqual([{ command: 'mark', heard: false }])
    await row.click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Messages appear here')).toBeVisible()
    await expect.poll(commands).toEqual([{ command: 'remove', heard: null }])
    const { data } = await service.from('voicemail_messages').select('id').eq('id', id).throwOnError()
    expect(data).toEqual([])
  })
})
