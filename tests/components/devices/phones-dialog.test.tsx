import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PhoneState } from '@/components/phones/phone-state'
import { PhonesDialog } from '@/components/phones/phones-dialog'
import { useDrawnCount } from '@/components/ui/use-drawn-count'
import { grant } from '../fake-member'
import { answer, open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'edit')

const HOUR_AGO = new Date(Date.now() - 4_500_000).toISOString()
const registration = (given = {}) => ({
  id: 'r1',
  agent: 'Yealink SIP-T54W',
  address: '192.0.2.20',
  port: 5060,
  transport: 'tls',
  ping_ms: 12.4,
  registered_at: HOUR_AGO,
  lost_at: null,
  lost_by: null,
  ended_by: null,
  ...given,
})
const failure = {
  id: 'f1',
  reason: 'wrong_password',
  agent: 'Snom D785',
  address: '198.51.100.7',
  attempts: 7,
  failed_at: HOUR_AGO,
}

const backend = vi.hoisted(() => ({
  phones: {} as unknown,
  states: null as unknown,
  asked: [] as unknown[],
  reads: 0,
  owners: [] as string[][],
  problem: null as string | null,
}))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string, given: unknown) => {
      if (name === 'owner_phones') {
        backend.reads += 1
        return answer(backend.phones)
      }
      if (name === 'phone_states') {
        backend.owners.push((given as { owners: string[] }).owners)
        return answer(backend.states)
      }
      backend.asked.push([name, given])
      return answer('c1')
    },
    from: () => ({
      select: () => ({ eq: async () => answer([{ done_at: HOUR_AGO, problem: backend.problem }]) }),
    }),
  }),
}))

const show = () => open(<PhonesDialog owner="e1" name="1001" onClose={vi.fn()} />)

test('the phones of an extension show their address, response time, and why one cannot register', async () => {
  backend.phones = {
    registrations: [
      registration(),
      registration({ id: 'r2', agent: 'Zoiper', lost_at: HOUR_AGO, lost_by: 'expired' }),
      registration({ id: 'r3', lost_at: HOUR_AGO, lost_by: 'staff', ended_by: 'tech@staff.test' }),
    ],
    failures: [failure],
  }
  show()
  const [first, second, ended, third] = await screen.findAllByRole('listitem')
  expect(first).toHaveTextContent(
    'RegisteredYealink SIP-T54W192.0.2.20:5060, TLS, answers in 12 msRegistered 1 hour ago',
  )
  expect(second).toHaveTextContent('Lost 1 hour ago: it did not renew its registration')
  expect(ended).toHaveTextContent('Lost 1 hour ago: it was ended here by tech@staff.test')
  expect(within(second as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  expect(third).toHaveTextContent('Wrong passwordSnom D785Tried 7 times, last 1 hour ago from 198.51.100.7')
})

test.each([
  ['wrong_password', 'Power-cycle the phone'],
  ['unknown_extension', 'Check the account on the phone.'],
  ['out_of_service', 'Turn it on again first.'],
  ['blocked_address', 'Add this address to “Phones register from”'],
])('a phone that is refused for %s shows what to do', async (reason, remedy) => {
  backend.phones = { registrations: [], failures: [{ ...failure, reason }] }
  show()
  expect(await screen.findByRole('listitem')).toHaveTextContent(remedy)
})

test('a registered phone is restarted after confirmation, and a failure on the switch is reported', async () => {
  backend.phones = { registrations: [registration()], failures: [] }
  backend.problem = 'The switch is not responding to its agent.'
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: /^Restart/ }))
  const question = screen.getByRole('alertdialog', { name: 'Restart Yealink SIP-T54W?' })
  await user.click(within(question).getByRole('button', { name: 'Restart' }))
  expect(await within(question).findByText('The switch is not responding to its agent.')).toBeInTheDocument()
  expect(backend.asked).toEqual([['command_phone', { registration: 'r1', command: 'reboot' }]])
})

test.each([
  ['PolycomVVX-VVX_450-UA/6.4.6.2453', true],
  ['Yealink SIP-T54W', false],
])('the question before a restart of %s tells whether it may not obey: %s', async (agent, told) => {
  backend.phones = { registrations: [registration({ agent })], failures: [] }
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: /^Restart/ }))
  const question = screen.getByRole('alertdialog', { name: `Restart ${agent}?` })
  expect(/only if its configuration has changed/.test(question.textContent)).toBe(told)
})

test('a registered phone rings at once to be found', async () => {
  backend.phones = { registrations: [registration()], failures: [] }
  backend.problem = null
  backend.asked = []
  const { user } = show()
  const ring = await screen.findByRole('button', { name: /^Ring/ })
  const before = backend.reads
  await user.click(ring)
  await waitFor(() => expect(backend.reads).toBeGreaterThan(before))
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(backend.asked).toEqual([['command_phone', { registration: 'r1', command: 'ring' }]])
})

test('an extension without registered phones says so', async () => {
  backend.phones = { registrations: [], failures: [] }
  show()
  expect(await screen.findByText('No phone has registered')).toBeInTheDocument()
})

test.each([
  [{ registered: 1, lost_at: HOUR_AGO, reason: 'wrong_password' as const }, 'Registered'],
  [{ registered: 2, lost_at: null, reason: null }, '2 registered'],
  [{ registered: 0, lost_at: HOUR_AGO, reason: null }, 'Lost 1 hour ago'],
  [{ registered: 0, lost_at: HOUR_AGO, reason: 'wrong_password' as const }, 'Wrong password'],
  [{ registered: 0, lost_at: null, reason: 'blocked_address' as const }, 'Blocked address'],
  [undefined, 'Never'],
])('the state %j is shown as "%s"', async (state, text) => {
  backend.states = state ? [{ owner_id: 'e1', ...state }] : []
  open(<PhoneState of="e1" />)
  expect(
    await screen.findByText(
      (_, element) => element?.classList.contains('status') === true && element.textContent === text,
    ),
  ).toBeInTheDocument()
})

test('the states in a list share one request, which is for its rows, though they are drawn by and by', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  backend.states = [{ owner_id: 'e2', registered: 1, lost_at: null, reason: null }]
  backend.owners = []
  const Rows = () =>
    ['e1', 'e2'].slice(0, useDrawnCount(1, 2)).map((owner) => <PhoneState key={owner} of={owner} />)
  open(<Rows />)
  await pass(50)
  expect(screen.getAllByText('…')).toHaveLength(2)
  await pass(150)
  expect(screen.getByText('Registered')).toBeInTheDocument()
  expect(screen.getByText('Never')).toBeInTheDocument()
  expect(backend.owners).toEqual([['e1', 'e2']])
})

test('the state is unknown when no switch reports it', async () => {
  backend.states = null
  open(<PhoneState of="e1" />)
  expect(
    await screen.findByTitle('None of this tenant’s switches has an agent that reports.'),
  ).toHaveTextContent('—')
})

test('the state has a line before it is known, which it fills then', () => {
  open(<PhoneState of="e1" />)
  expect(screen.getByText('…')).toBeInTheDocument()
})
