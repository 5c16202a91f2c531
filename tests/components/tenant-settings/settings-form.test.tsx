import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SettingsForm } from '@/components/tenant-settings/settings-form'
import type { RecordRow } from '@/lib/records/field'
import { readDraft } from '@/lib/session/drafts'
import { permissionsFrom } from '@/lib/session/permissions'
import { answer, open, openOver, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', async (load) => {
  const user = { id: 'ada', email: 'ada@example.test' }
  return { ...(await load<object>()), currentUser: () => user }
})
const member = vi.hoisted(() => ({ may: [] as [string, string][] }))
vi.mock('@/hooks/use-member', () => ({
  useMember: () => ({
    permissions: permissionsFrom(member.may.map(([section, action]) => ({ section, action }))),
  }),
}))

const row = {
  id: TENANT.id,
  tenant_id: TENANT.id,
  version: 4,
  area_code: '207',
  extension_low: 2000,
  extension_high: 2999,
  emergency_notification_emails: ['front@desk.example'],
} as unknown as RecordRow

let saved: () => unknown
let newest: () => unknown
const saves = () =>
  backend.rpc.mock.calls.filter(([called]) => called === 'save_record').map(([, asked]) => asked)

beforeEach(() => {
  window.localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  member.may = [
    ['telephony', 'view'],
    ['telephony', 'edit'],
    ['tenants', 'edit'],
  ]
  saved = () => answer({ ...row, version: 5 })
  newest = () => answer(row)
  backend.rpc
    .mockReset()
    .mockImplementation(async (name: string) => (name === 'save_record' ? saved() : answer([])))
  backend.from
    .mockReset()
    .mockImplementation((table: string) =>
      tableOf(() => (table === 'tenant_settings' ? newest() : answer([]))),
    )
})

function show(stored: RecordRow | null = row) {
  const { user } = open(<SettingsForm stored={stored} />)
  const form = screen.getByRole('form', { name: 'Settings' })
  return {
    user,
    form,
    save: () => user.click(screen.getByRole('button', { name: 'Save settings' })),
  }
}
const stateOf = (label: string) =>
  screen.getByText(`${label}:`, { exact: false, selector: '.sr-only' }).parentElement?.textContent

describe('the settings of a tenant', () => {
  test('show for each one whether it is inherited, and the inherited value', () => {
    show()
    expect(stateOf('Area code')).toBe('Area code: Overridden')
    expect(stateOf('Keep recordings, voicemail and faxes')).toBe(
      'Keep recordings, voicemail and faxes: Inherited',
    )
    expect(screen.getByLabelText('Keep recordings, voicemail and faxes')).toHaveAttribute(
      'placeholder',
      'Inherited: 90 days',
    )
    expect(screen.getByRole('option', { name: 'Inherited: United States' })).toBeInTheDocument()
    expect(screen.getByLabelText('Pickup code')).toHaveAttribute('placeholder', 'Inherited: the feature code')
    expect(screen.getByLabelText('Emergency notification emails')).toHaveValue('front@desk.example')
  })

  test('are all inherited if none are set, and are created by the first save', async () => {
    const { user, save } = show(null)
    expect(screen.queryByText('Overridden')).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('Area code'), '603')
    expect(stateOf('Area code')).toBe('Area code: Overridden')
    await save()
    await waitFor(() => expect(saves()).toHaveLength(1))
    expect(saves()[0]).toMatchObject({
      target_table: 'tenant_settings',
      record: TENANT.id,
      expected_version: null,
      record_values: { area_code: '603', language: null, extension_low: null },
    })
  })

  test('are saved with a version check, with a reset one as null', async () => {
    const { user, save } = show()
    await user.click(screen.getByRole('button', { name: /^Reset ?Area code/ }))
    expect(stateOf('Area code')).toBe('Area code: Inherited')
    expect(screen.getByText('Not saved yet')).toBeVisible()
    await save()
    await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument())
    expect(saves()[0]).toMatchObject({
      expected_version: 4,
      record_values: { area_code: null, extension_low: 2000 },
    })
  })

  test('keep what is typed while a save is under way, unsaved over what was stored', async () => {
    const first = Promise.withResolvers<unknown>()
    saved = () => first.promise
    const { user, save } = show()
    const field = screen.getByLabelText('Area code')
    await user.clear(field)
    await user.type(field, '802')
    await user.type(screen.getByLabelText('Keep recordings, voicemail and faxes'), '120')
    await save()
    await waitFor(() => expect(saves()).toHaveLength(1))
    await user.clear(field)
    await user.type(field, '603')
    first.resolve(answer({ ...row, version: 5, area_code: '802', recording_retention_days: 120 }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save settings' })).toBeEnabled())
    expect(field).toHaveValue('603')
    expect(field).toHaveFocus()
    expect(screen.getByText('Not saved yet')).toBeVisible()
    expect(readDraft(`tenant_settings ${TENANT.id}`)).toMatchObject({
      version: 5,
      values: { area_code: '603' },
    })
    saved = () => answer({ ...row, version: 6, area_code: '603', recording_retention_days: 120 })
    await save()
    await waitFor(() => expect(saves()).toHaveLength(2))
    expect(saves()[1]).toMatchObject({
      expected_version: 5,
      record_values: { area_code: '603', recording_retention_days: 120 },
    })
  })

  test('are saved only after a question if they delete older recordings', async () => {
    const { user, save } = show({ ...row, recording_retention_days: 3650 } as RecordRow)
    const field = screen.getByLabelText('Keep recordings, voicemail and faxes')
    await user.type(field, '{Backspace}')
    await save()
    const question = await screen.findByRole('alertdialog', { name: 'Delete what is older than 365 days?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(saves()).toEqual([])
    await user.click(await screen.findByRole('button', { name: /^Reset ?Keep recordings/ }))
    await save()
    await user.click(await screen.findByRole('button', { name: 'Save and delete' }))
    await waitFor(() =>
      expect(saves()).toMatchObject([{ record_values: { recording_retention_days: null } }]),
    )
  })

  test.each(['Keep recordings, voicemail and faxes', 'Concurrent calls'])(
    'ask nothing while "%s" holds no number, and save nothing',
    async (label) => {
      const { user, form, save } = show({ ...row, recording_retention_days: 365 } as RecordRow)
      await user.clear(screen.getByLabelText('Keep recordings, voicemail and faxes'))
      Object.defineProperty(screen.getByLabelText(label), 'validity', { get: () => ({ badInput: true }) })
      await save()
      expect(await within(form).findByText('Enter a number.')).toBeVisible()
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(saves()).toEqual([])
    },
  )

  test('ask nothing before the days are right', async () => {
    const { user, form, save } = show({ ...row, recording_retention_days: 365 } as RecordRow)
    const field = screen.getByLabelText('Keep recordings, voicemail and faxes')
    await user.clear(field)
    await user.type(field, '0')
    await save()
    expect(await within(form).findByText('Between 1 and 3,650 days.')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.type(field, '{Backspace}9')
    await waitFor(() => expect(within(form).queryByText('Between 1 and 3,650 days.')).toBeNull())
    expect(saves()).toEqual([])
  })

  test('are asked about, too, if another user has chosen a longer time meanwhile', async () => {
    const name = 'Keep recordings, voicemail and faxes'
    saved = () => refusal('TR409', 'Someone else has saved this record since you opened it.')
    newest = () => answer({ ...row, version: 6, recording_retention_days: 365 })
    const { user, save } = show({ ...row, recording_retention_days: 90 } as RecordRow)
    await user.clear(screen.getByLabelText(name))
    await user.type(screen.getByLabelText(name), '120')
    await save()
    await user.click(await screen.findByRole('button', { name: 'Save these choices' }))
    expect(await screen.findByText('Delete what is older than 120 days?')).toBeVisible()
    expect(saves()).toHaveLength(1)
    saved = () => answer({ ...row, version: 7, recording_retention_days: 120 })
    await user.click(screen.getByRole('button', { name: 'Save and delete' }))
    await waitFor(() =>
      expect(saves()[1]).toMatchObject({
        expected_version: 6,
        record_values: { recording_retention_days: 120 },
      }),
    )
  })

  test('are checked before the question, so that what it says is saved', async () => {
    const { user, form, save } = show({ ...row, recording_retention_days: 365 } as RecordRow)
    await user.click(screen.getByRole('button', { name: /^Reset ?Keep recordings/ }))
    await user.type(screen.getByLabelText('Concurrent calls'), '0')
    await save()
    expect(await within(form).findByText('Between 1 and 100,000.')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('keep unsaved input as typed over the version that the form was filled from, whatever is stored since', async () => {
    const { user, reload } = openOver(row, (stored) => <SettingsForm stored={stored} />)
    const field = screen.getByLabelText('Area code')
    await user.clear(field)
    await user.type(field, '80')
    reload({ ...row, version: 5, area_code: '603' })
    await user.type(field, '2')
    expect(readDraft(`tenant_settings ${TENANT.id}`)).toMatchObject({
      version: 4,
      values: { area_code: '802' },
    })
  })

  test('can be discarded', async () => {
    const { user } = show()
    await user.clear(screen.getByLabelText('Area code'))
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByLabelText('Area code')).toHaveValue('207')
    expect(saves()).toEqual([])
  })

  test.each([
    ['Area code', '127', 'Enter three digits that begin with 2 to 9.'],
    ['Last extension', '999', 'The last extension comes before the first.'],
    ['Keep recordings, voicemail and faxes', '0', 'Between 1 and 3,650 days.'],
    ['Concurrent calls', '0', 'Between 1 and 100,000.'],
    ['Phones register from', 'office', /^Each line is an IP address/],
    ['Phones register from', '2001:db8::7', 'Phones register over IPv4: enter IPv4 addresses.'],
    ['Emergency notification emails', 'front desk', 'Enter one email address per line.'],
  ])('reject %s "%s" next to the field, and save nothing', async (label, text, message) => {
    const { user, form, save } = show()
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
    await save()
    expect(await within(form).findByText(message)).toBeVisible()
    expect(within(form).getByRole('alert')).toHaveTextContent(`Check ${label}.`)
    expect(saves()).toEqual([])
  })

  test('keep the input when someone else saved a newer version, and show the differences', async () => {
    saved = () => refusal('TR409', 'Someone else has saved this record since you opened it.')
    newest = () => answer({ ...row, version: 6, area_code: '603' })
    const { user, form, save } = show()
    const field = screen.getByLabelText('Area code')
    await user.clear(field)
    await user.type(field, '802')
    await save()
    expect(await within(form).findByText(/603/)).toBeVisible()
    expect(screen.getByLabelText('Area code')).toHaveValue('802')
    expect(readDraft(`tenant_settings ${TENANT.id}`)).toMatchObject({
      version: 6,
      values: { area_code: '802' },
    })
  })

  test('allow limits to be edited only with tenant permission, and the rest with telephony permission', () => {
    member.may = [
      ['telephony', 'view'],
      ['telephony', 'edit'],
    ]
    show()
    expect(screen.getByLabelText('Concurrent calls')).toBeDisabled()
    expect(screen.getByLabelText('Area code')).toBeEnabled()
    expect(screen.getByText('Only users who may edit tenants can change limits.')).toBeVisible()
  })

  test('are read-only for users who may not edit', () => {
    member.may = [['telephony', 'view']]
    show()
    expect(screen.getByLabelText('Area code')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Save settings' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Reset/ })).not.toBeInTheDocument()
  })

  test('show the account that phones use to fetch their configuration', () => {
    show()
    expect(screen.getByText(TENANT.domain)).toBeVisible()
  })
})

describe('a secret typed among the settings', () => {
  async function typeSecret() {
    const shown = show()
    const [add] = await screen.findAllByRole('button', { name: /^Add ?Phones’ administrator password/ })
    await shown.user.click(add as HTMLElement)
    const field = screen.getByLabelText('Phones’ administrator password')
    await shown.user.clear(field)
    await shown.user.type(field, 'heron-7421-reed')
    return { ...shown, field }
  }
  let sent: unknown[]
  beforeEach(() => {
    sent = []
  })
  const listen = () =>
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      sent.push([path, JSON.parse(body)])
      return Response.json({})
    })

  test('is unsaved input, and is stored with them', async () => {
    const { save, field } = await typeSecret()
    listen()
    expect(screen.getByText('Not saved yet')).toBeVisible()
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await save()
    await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument())
    expect(sent).toEqual([
      [
        '/api/secrets/set',
        expect.objectContaining({
          ...{ owner_table: 'tenants', owner: TENANT.id, field: 'phone_admin_password' },
          value: 'heron-7421-reed',
        }),
      ],
    ])
    expect(field).toHaveAttribute('readonly')
  })

  test('is discarded with them', async () => {
    const { user } = await typeSecret()
    listen()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Phones’ administrator password')).toHaveValue('Not set')
    expect(sent).toEqual([])
  })
})
