import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RangeDialog } from '@/components/extensions/range-dialog'
import { answer, open, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
// What the server seals is not read here, but it is another text each time.
let seals = 0
vi.mock('@/lib/secrets-client', () => ({
  sealPins: async (pins: { value: string }[]) => pins.map(({ value }) => `${value}.${++seals}`),
}))

let added: () => unknown
const calls = (name: string) =>
  backend.rpc.mock.calls.filter(([called]) => called === name).map(([, asked]) => asked)
const close = vi.fn()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  Object.assign(TENANT, { extensions: 2, extension_limit: 6 })
  close.mockReset()
  added = () => answer(3)
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer(null)))
  backend.rpc.mockReset().mockImplementation(async (name: string) => {
    if (name === 'free_numbers') return answer(['1002', '1005', '1006', '1007', '1008'])
    return name === 'add_extensions' ? added() : answer(null)
  })
})

async function show() {
  const { user } = open(<RangeDialog onClose={close} />)
  await screen.findByText(/is the next free one/)
  const fill = async (label: RegExp, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text.replaceAll('{', '{{'))
  }
  return { user, fill, add: () => user.click(screen.getByRole('button', { name: /^Add/ })) }
}

describe('adding a range of extensions', () => {
  test('starts at a free range, previews the extensions, and adds them in one request', async () => {
    const { user, fill, add } = await show()
    await fill(/How many/, '1')
    expect(screen.getByRole('button', { name: 'Add 1 extension' })).toBeVisible()
    await fill(/How many/, '3')
    expect(screen.getByText('1005 is the next free one.')).toBeInTheDocument()
    await fill(/Names/, 'Desk {n}')
    expect(screen.getByText('1005 to 1007')).toBeInTheDocument()
    await user.click(screen.getByRole('switch', { name: 'Random voicemail PINs' }))
    await add()
    await waitFor(() => expect(close).toHaveBeenCalled())
    expect(calls('add_extensions')).toEqual([
      {
        tenant: TENANT.id,
        new_rows: [
          { id: expect.any(String), extension: '1005', effective_caller_id_name: 'Desk 1' },
          { id: expect.any(String), extension: '1006', effective_caller_id_name: 'Desk 2' },
          { id: expect.any(String), extension: '1007', effective_caller_id_name: 'Desk 3' },
        ],
      },
    ])
  })

  test('proposes no more extensions than there are seats left', async () => {
    await show()
    expect(screen.getByLabelText(/How many/)).toHaveValue('4')
    expect(screen.queryByText(/There is no room/)).not.toBeInTheDocument()
  })

  test('gives each mailbox a random PIN, shown once', async () => {
    const { user, fill, add } = await show()
    await fill(/How many/, '3')
    await add()
    const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
    const [call] = calls('add_extensions')
    const pins = call.new_rows.map(({ voicemail_pin: pin }: { voicemail_pin: string }) => pin.split('.')[0])
    expect(new Set(pins).size).toBe(3)
    for (const pin of pins) {
      expect(pin).toMatch(/^[0-9]{6}$/)
      expect(told).toHaveTextContent(pin)
    }
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(close).toHaveBeenCalled()
  })

  test('keeps the PINs on the screen when the key that added the extensions is pressed twice', async () => {
    const { user, fill } = await show()
    await fill(/How many/, '3')
    screen.getByRole('button', { name: 'Add 3 extensions' }).focus()
    await user.keyboard('{Enter}')
    const told = await screen.findByRole('dialog', { name: 'Voicemail PINs' })
    await waitFor(() => expect(told).toContainElement(document.activeElement as HTMLElement))
    await user.keyboard('{Enter}')
    await user.keyboard(' ')
    expect(told).toBeVisible()
    expect(close).not.toHaveBeenCalled()
  })

  test('names the record holding a taken number, keeps the input, and retries with the same ids and encrypted PINs', async () => {
    added = () => refusal('23505', '1006 is already taken by the ring group Sales.')
    const { fill, add } = await show()
    await fill(/How many/, '3')
    await add()
    expect(await screen.findByText('1006 is already taken by the ring group Sales.')).toBeInTheDocument()
    expect(screen.getByLabelText(/How many/)).toHaveValue('3')
    expect(close).not.toHaveBeenCalled()
    await add()
    await waitFor(() => expect(calls('add_extensions')).toHaveLength(2))
    expect(calls('add_extensions')[1]).toEqual(calls('add_extensions')[0])
  })

  test('sends the proposed numbers again after a lost answer, though others are free by then', async () => {
    let free = ['1005', '1006', '1007', '1008']
    backend.rpc.mockImplementation(async (name: string) =>
      name === 'add_extensions' ? added() : answer(name === 'free_numbers' ? free : null),
    )
    added = () => {
      free = ['1008', '1009', '1010']
      throw new TypeError('Failed to fetch')
    }
    const { fill, add } = await show()
    await fill(/How many/, '3')
    await add()
    await screen.findByRole('alert')
    const asked = calls('free_numbers').length
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(calls('free_numbers').length).toBeGreaterThan(asked))
    expect(await screen.findByText('1008 is the next free one.')).toBeInTheDocument()
    added = () => answer(0)
    await add()
    await screen.findByRole('dialog', { name: 'Voicemail PINs' })
    expect(calls('add_extensions')[1]).toEqual(calls('add_extensions')[0])
  })

  test('sends the same extensions from another first number on, which the database refuses if they are stored', async () => {
    added = () => {
      throw new TypeError('Failed to fetch')
    }
    const { fill, add } = await show()
    await fill(/How many/, '2')
    await add()
    await screen.findByRole('alert')
    await fill(/First number/, '1100')
    await add()
    await waitFor(() => expect(calls('add_extensions')).toHaveLength(2))
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
    const [first, second] = calls('add_extensions')
    expect(idsOf(second.new_rows)).toEqual(idsOf(first.new_rows))
  })

  test('keeps what is typed in the first number apart from the proposal that arrives meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answer>>()
    backend.rpc.mockImplementation(() => promise)
    const { user } = open(<RangeDialog onClose={close} />)
    await user.click(screen.getByLabelText(/First number/))
    await act(async () => resolve(answer(['1002', '1003'])))
    await screen.findByText(/is the next free one/)
    await user.keyboard('1234')
    expect(screen.getByLabelText(/First number/)).toHaveValue('1234')
  })

  test('warns of missing seats and of numbers outside the range before confirming', async () => {
    const { fill } = await show()
    await fill(/How many/, '5')
    expect(screen.getByText('2 of 6 seats are in use. There is no room for 5 more.')).toBeInTheDocument()
    await fill(/First number/, '3000')
    expect(screen.getByText('The tenant’s extension range is 1000 to 1999.')).toBeInTheDocument()
  })

  test('sends nothing while the range is invalid', async () => {
    const { fill, add } = await show()
    await fill(/First number/, '9998')
    await fill(/How many/, '3')
    await add()
    expect(await screen.findByText('The range would go past 9999.')).toBeInTheDocument()
    expect(calls('add_extensions')).toEqual([])
  })
})
