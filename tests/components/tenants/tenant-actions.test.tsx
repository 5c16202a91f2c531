import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NewTenantDialog } from '@/components/tenants/new-tenant-dialog'
import { TenantMenu } from '@/components/tenants/tenant-menu'
import { NewTenantButton } from '@/components/tenants/tenant-table'
import { permissionsFrom } from '@/lib/session/permissions'
import { openOver } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
const push = vi.hoisted(() => vi.fn())
const member = vi.hoisted(() => ({ rights: [] as string[] }))
const picked = vi.hoisted(() => ({ company: {} as Record<string, unknown> }))
const domains = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/lib/tenants/setup-client', async (original) => ({ ...(await original()), newestDomains: domains }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('next/router', async (original) => ({ ...(await original<object>()), useRouter: () => ({ push }) }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(
      member.rights.map((right) => {
        const [section = '', action = ''] = right.split('.')
        return { section, action }
      }),
    ),
  }),
}))
vi.mock('@/components/search/company-picker', () => ({
  CompanyPicker: ({
    open,
    onChoose,
    onClose,
  }: {
    open: boolean
    onChoose: (hit: unknown) => void
    onClose: () => void
  }) =>
    open ? (
      <button
        type="button"
        onClick={() => {
          onChoose({ company: picked.company })
          onClose()
        }}
      >
        Pick
      </button>
    ) : null,
}))

const COMPANY = '91da6636-246e-4aea-88c3-2899917b703e'
const TENANT = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const tenant = { id: TENANT, name: 'Harbor Lane Dental', code: 'harbor-lane', status: 'active' }
const OFFICE = [
  'tenants.view',
  'tenants.create',
  'tenants.edit',
  'tenants.export',
  'customers.edit',
  'telephony.view',
  'telephony.create',
]
const good = (data: unknown) => ({ data, error: null, status: 200 })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  member.rights = OFFICE
  picked.company = {
    id: COMPANY,
    name: 'Summit Trail Roofing',
    tenant_code: null,
    domain_uuid: null,
    time_zone: null,
  }
  rpc.mockReset().mockResolvedValue(good(null))
  domains.mockReset().mockResolvedValue([])
  push.mockReset()
})

const show = (element: React.ReactNode) => {
  render(<SWRConfig value={{ provider: () => new Map() }}>{element}</SWRConfig>)
  return userEvent.setup()
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Choose a company' }))
  await user.click(screen.getByRole('button', { name: 'Pick' }))
  await user.type(screen.getByRole('textbox', { name: /Domain/ }), 'summit.pbx.example')
}

describe('the actions on a tenant', () => {
  test('include suspending it, after confirmation', async () => {
    const user = show(<TenantMenu tenant={tenant} />)
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    const question = await screen.findByRole('alertdialog', { name: 'Suspend Harbor Lane Dental?' })
    expect(rpc).not.toHaveBeenCalled()
    await user.click(within(question).getByRole('button', { name: 'Suspend' }))
    expect(await within(question).findByText(/Enter a reason/)).toBeVisible()
    expect(rpc).not.toHaveBeenCalled()
    await user.type(within(question).getByRole('textbox', { name: /Reason/ }), 'Two invoices overdue')
    await user.click(within(question).getByRole('button', { name: 'Suspend' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    const given = { tenant: TENANT, status: 'suspended', reason: 'Two invoices overdue' }
    expect(rpc).toHaveBeenCalledWith('set_tenant_status', given)
  })

  test('include resuming it while it is suspended', async () => {
    const user = show(<TenantMenu compact tenant={{ ...tenant, status: 'suspended' }} />)
    await user.click(screen.getByRole('button', { name: 'Actions for Harbor Lane Dental' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Resume' }))
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    await waitFor(() =>
      expect(rpc).toHaveBeenCalledWith('set_tenant_status', {
        tenant: TENANT,
        status: 'active',
        reason: '',
      }),
    )
  })

  test('ask what was asked for until it is done, whatever the page shows meanwhile', async () => {
    const done = Promise.withResolvers<unknown>()
    rpc.mockReturnValue(done.promise)
    const { user, reload } = openOver(tenant, (shown) => <TenantMenu tenant={shown} />)
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    const question = await screen.findByRole('alertdialog', { name: 'Suspend Harbor Lane Dental?' })
    await user.type(within(question).getByRole('textbox', { name: /Reason/ }), 'Two invoices overdue')
    await user.click(within(question).getByRole('button', { name: 'Suspend' }))
    reload({ ...tenant, status: 'suspended' })
    expect(screen.getByRole('alertdialog', { name: 'Suspend Harbor Lane Dental?' })).toBeVisible()
    done.resolve(good(null))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('ask before a stray key discards a reason', async () => {
    const user = show(<TenantMenu tenant={tenant} />)
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
    const question = await screen.findByRole('alertdialog', { name: 'Suspend Harbor Lane Dental?' })
    await user.type(within(question).getByRole('textbox', { name: /Reason/ }), 'Two invoices overdue{Escape}')
    const discard = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(discard).getByRole('button', { name: 'Cancel' }))
    expect(within(question).getByRole('textbox', { name: /Reason/ })).toHaveValue('Two invoices overdue')
  })

  test('are hidden from users with view permission only', () => {
    member.rights = ['tenants.view', 'telephony.view', 'telephony.create']
    show(
      <>
        <TenantMenu tenant={tenant} />
        <NewTenantButton />
      </>,
    )
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('the form for a new tenant', () => {
  test('creates the tenant for the chosen company and opens it', async () => {
    const onClose = vi.fn()
    const user = show(<NewTenantDialog onClose={onClose} />)
    await fillIn(user)
    expect(screen.getByRole('textbox', { name: /Tenant code/ })).toHaveValue('summit-trail-roofing')
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const [, asked] = rpc.mock.calls[0] ?? []
    expect(rpc.mock.calls[0]?.[0]).toBe('create_tenant')
    expect(asked).toMatchObject({
      company: COMPANY,
      domain: 'summit.pbx.example',
      tenant_code: 'summit-trail-roofing',
      time_zone: 'America/New_York',
      extension_limit: 20,
    })
    expect(push).toHaveBeenCalledWith(`/app/tenants/${asked.id}`)
  })

  test('asks before a stray key discards what was typed for a known company', async () => {
    const onClose = vi.fn()
    const forCompany = picked.company as ComponentProps<typeof NewTenantDialog>['forCompany']
    const user = show(<NewTenantDialog forCompany={forCompany} onClose={onClose} />)
    const seats = screen.getByRole('textbox', { name: /Extension seats/ })
    await user.clear(seats)
    await user.type(seats, '35{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.clear(seats)
    await user.type(seats, '20{Escape}')
    expect(onClose).toHaveBeenCalled()
  })

  test('flags each missing field, and sends nothing', async () => {
    const user = show(<NewTenantDialog onClose={vi.fn()} />)
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    expect(screen.getByText('Choose a company.')).toBeInTheDocument()
    expect(screen.getByText('Enter a domain such as acme.pbx.example.')).toBeInTheDocument()
    expect(rpc).not.toHaveBeenCalled()
  })

  test('shows the database’s error next to the field, and resubmits with the same id', async () => {
    rpc.mockResolvedValue({
      data: null,
      status: 409,
      error: { code: '23505', message: 'Another tenant has the domain x.', details: '{"column": "domain"}' },
    })
    const user = show(<NewTenantDialog onClose={vi.fn()} />)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    expect(await screen.findByText('Another tenant has the domain x.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    await waitFor(() => expect(rpc).toHaveBeenCalledTimes(2))
    expect(rpc.mock.calls[0]?.[1].id).toBe(rpc.mock.calls[1]?.[1].id)
  })

  test('proposes a domain until one is typed, also when opened from a company’s page', async () => {
    domains.mockResolvedValue(['acme.pbx.example', 'birch.pbx.example', 'oak.example'])
    const forCompany = picked.company as ComponentProps<typeof NewTenantDialog>['forCompany']
    const user = show(<NewTenantDialog forCompany={forCompany} onClose={vi.fn()} />)
    const domain = screen.getByRole('textbox', { name: /Domain/ })
    await waitFor(() => expect(domain).toHaveValue('summit-trail-roofing.pbx.example'))
    const code = screen.getByRole('textbox', { name: /Tenant code/ })
    await user.clear(code)
    await user.type(code, 'summit')
    expect(domain).toHaveValue('summit.pbx.example')
    await user.clear(domain)
    await user.type(domain, 'voice.summit.example')
    await user.type(code, '-2')
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    await waitFor(() => expect(push).toHaveBeenCalled())
    expect(rpc).toHaveBeenLastCalledWith(
      'create_tenant',
      expect.objectContaining({ domain: 'voice.summit.example' }),
    )
  })

  test('does not accept a company that already has a tenant', async () => {
    picked.company = { ...picked.company, domain_uuid: TENANT }
    const user = show(<NewTenantDialog onClose={vi.fn()} />)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    expect(screen.getByText('Summit Trail Roofing already has a tenant.')).toBeInTheDocument()
    expect(rpc).not.toHaveBeenCalled()
  })

  test('previews what a template would create', async () => {
    rpc.mockResolvedValue(good({ id: 'x', made: { extensions: 13 }, changed: [], problems: [] }))
    const onClose = vi.fn()
    const user = show(<NewTenantDialog template={tenant} onClose={onClose} />)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('13 extensions')).toBeInTheDocument()
    expect(rpc).toHaveBeenLastCalledWith(
      'create_tenant_from',
      expect.objectContaining({ template: TENANT, dry_run: true, with_extensions: true }),
    )
    await user.click(screen.getByRole('button', { name: 'Create tenant' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(rpc).toHaveBeenLastCalledWith(
      'create_tenant_from',
      expect.objectContaining({ template: TENANT, dry_run: false }),
    )
  })

  test('keeps the keyboard’s place while it is checked, also when that fails', async () => {
    const user = show(<NewTenantDialog template={tenant} onClose={() => undefined} />)
    await fillIn(user)
    const checked = Promise.withResolvers<unknown>()
    rpc.mockReturnValue(checked.promise)
    const domain = screen.getByRole('textbox', { name: /Domain/ })
    // As Enter does, whose button stands outside of the form.
    for (let presses = 0; presses < 2; presses += 1) fireEvent.submit(domain)
    await waitFor(() => expect(rpc).toHaveBeenCalledOnce())
    expect(domain).toHaveFocus()
    checked.resolve({ data: null, error: { message: 'TypeError: fetch failed' }, status: 0 })
    await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
    expect(domain).toHaveFocus()
  })

  test('shows no check of input that has changed since', async () => {
    const user = show(<NewTenantDialog template={tenant} onClose={() => undefined} />)
    await fillIn(user)
    const checked = Promise.withResolvers<unknown>()
    rpc.mockReturnValueOnce(checked.promise)
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await user.click(screen.getByRole('switch', { name: 'With its extensions' }))
    checked.resolve(good({ id: 'x', made: { extensions: 13 }, changed: [], problems: [] }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check' })).toBeEnabled())
    expect(screen.queryByText('13 extensions')).not.toBeInTheDocument()

    rpc.mockResolvedValueOnce(good({ id: 'x', made: { ring_groups: 2 }, changed: [], problems: [] }))
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('2 ring groups')).toBeVisible()
    expect(rpc).toHaveBeenLastCalledWith(
      'create_tenant_from',
      expect.objectContaining({ dry_run: true, with_extensions: false }),
    )
  })

  test('cannot be submitted while the check finds problems, and leads back to the input', async () => {
    const problems = [{ table: 'extensions', label: '1004', message: 'This tenant has 3 of 3 seats in use.' }]
    rpc.mockResolvedValue(good({ id: 'x', made: {}, changed: [], problems }))
    const user = show(<NewTenantDialog template={tenant} onClose={vi.fn()} />)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(
      await screen.findByText('Extension 1004: This tenant has 3 of 3 seats in use.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Create tenant' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('textbox', { name: /Domain/ })).toHaveValue('summit.pbx.example')
  })

  test('reports what is wrong with a file', async () => {
    const user = show(<NewTenantDialog onClose={vi.fn()} />)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Starts with' }), 'file')
    await user.upload(
      screen.getByLabelText('Configuration file'),
      new File(['{}'], 'other.json', { type: 'application/json' }),
    )
    expect(await screen.findByText('This file is not an exported configuration.')).toBeInTheDocument()
  })

  test('asks before discarding the input', async () => {
    const onClose = vi.fn()
    const user = show(<NewTenantDialog onClose={onClose} />)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalled()
  })
})
