import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewHireDialog } from '@/components/extensions/new-hire-dialog'
import { readDraft } from '@/lib/session/drafts'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', async (original) => ({
  ...(await original()),
  currentUser: () => ({ id: 'u1' }),
}))
// What the server seals is not read here, but it is another text each time.
let seals = 0
vi.mock('@/lib/secrets-client', () => ({
  sealPins: async (pins: { value: string }[]) => pins.map(({ value }) => `${value}.${++seals}`),
}))

let added: () => Promise<unknown>
const hires = () =>
  backend.rpc.mock.calls.filter(([called]) => called === 'add_new_hire').map(([, { hire }]) => hire)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.localStorage.clear()
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([])))
  backend.rpc.mockReset().mockImplementation(async (name: string) => {
    if (name === 'free_numbers') return answer(['1002'])
    return name === 'add_new_hire' ? added() : answer(null)
  })
})

test('a new hire is added with the same ids and encrypted PIN after a lost answer, and the PIN is shown', async () => {
  const { user } = open(<NewHireDialog onClose={vi.fn()} />)
  await user.type(screen.getByLabelText(/First name/), 'Ada')
  await screen.findByText('1002 is the next free one.')
  added = () => Promise.reject(new TypeError('Failed to fetch'))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  // Restored, the draft is no second person on the number that is free by then.
  expect(readDraft(`new-hire ${TENANT.id}`)?.values).toMatchObject({ extension: '1002' })
  added = async () => answer(null)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
  await waitFor(() => expect(hires()).toHaveLength(2))
  const [first, second] = hires()
  expect(second).toEqual(first)
  expect(within(told).getByRole('listitem')).toHaveTextContent(`1002 Ada${first.voicemail_pin.split('.')[0]}`)
})

test('a new hire starts with voicemail as the tenant’s new extensions, and keeps what the database gives them', async () => {
  added = async () => answer(null)
  const settings = { voicemail_enabled: false, voicemail_attach: false, voicemail_keep: false }
  backend.from.mockImplementation((table: string) =>
    tableOf(() => answer(table === 'tenant_settings' ? settings : [])),
  )
  const { user } = open(<NewHireDialog onClose={vi.fn()} />)
  await user.type(screen.getByLabelText(/First name/), 'Ada')
  await user.type(screen.getByLabelText(/Extension/), '1002')
  await waitFor(() => expect(screen.getByRole('switch', { name: /Voicemail/ })).not.toBeChecked())
  await user.click(screen.getByRole('switch', { name: /Voicemail/ }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(hires()).toHaveLength(1))
  expect(hires()[0].extension).toMatchObject({ voicemail_enabled: true })
  expect(hires()[0].extension).not.toHaveProperty('voicemail_attach')
})

test('a new hire needs only the keyboard, and fewer keys than a minute has room for', async () => {
  added = async () => answer(null)
  backend.from.mockImplementation((table: string) =>
    tableOf(() => answer(table === 'dids' ? [{ id: 'd1', number: '+12075550107' }] : [])),
  )
  const { user } = open(<NewHireDialog onClose={vi.fn()} />)
  await screen.findByText('1002 is the next free one.')
  await screen.findByRole('option', { name: '(207) 555-0107' })
  let keys = 0
  const press = async (text: string, presses = text.length) => {
    keys += presses
    await user.keyboard(text)
  }
  const goTo = async (name: RegExp) => {
    for (let steps = 0; steps < 20; steps++) {
      const focused = document.activeElement as HTMLElement
      const named = [...screen.queryAllByLabelText(name), ...screen.queryAllByRole('button', { name })]
      if (named.includes(focused)) return
      keys++
      await user.tab()
    }
    throw new Error(`${name} cannot be reached with the keyboard.`)
  }
  await goTo(/First name/)
  await press('Ada')
  await goTo(/Last name/)
  await press('Winter')
  await goTo(/Email/)
  await press('ada@customer.example')
  await goTo(/Direct number/)
  keys++
  await user.selectOptions(document.activeElement as HTMLElement, '(207) 555-0107')
  await goTo(/MAC address/)
  await press('805ec01b3f86')
  await goTo(/Model/)
  await press('T54W')
  await goTo(/Portal user/)
  await press(' ')
  await goTo(/^Add$/)
  await press('{Enter}', 1)
  await waitFor(() => expect(hires()).toHaveLength(1))
  expect(hires()[0]).toMatchObject({
    extension: { extension: '1002', first_name: 'Ada', last_name: 'Winter' },
    did_id: 'd1',
    device: { mac: '80:5E:C0:1B:3F:86', model: 'T54W' },
    portal_user: { email: 'ada@customer.example' },
  })
  // A practiced typist presses more than two keys a second.
  expect(keys).toBeLessThan(120)
})

test('a MAC address typed in full-width digits asks for model and profile like any other', async () => {
  const { user } = open(<NewHireDialog onClose={vi.fn()} />)
  await user.type(await screen.findByLabelText(/MAC address/), '８０５ｅｃ０１ｂ３ｆ８６')
  expect(screen.getByText('Made by Yealink.')).toBeVisible()
  expect(screen.getByLabelText('Model')).toBeVisible()
})

test('a phone whose maker is not known is said to need a vendor', async () => {
  const { user } = open(<NewHireDialog onClose={vi.fn()} />)
  await user.type(await screen.findByLabelText(/MAC address/), '0200000b3f86')
  expect(screen.getByText(/without a vendor.* Choose its vendor/)).toBeVisible()
})
