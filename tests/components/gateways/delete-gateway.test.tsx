import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeleteGateway } from '@/components/gateways/delete-gateway'
import type { RecordRow } from '@/lib/records/field'
import { gateway } from '@/lib/resources/gateway'
import type { KnownGateway } from '@/lib/telephony/gateway-number'
import { openDialog } from '../records/fake-backend'

const of = (name: string, given: Partial<KnownGateway> = {}): KnownGateway => ({
  id: name,
  name,
  number_format: 'e164',
  prefix: '',
  may_carry_emergency: true,
  enabled: true,
  ...given,
})
const GATEWAYS = [
  of('west'),
  of('voice-only', { may_carry_emergency: false }),
  of('closed', { enabled: false }),
]

const uses = vi.hoisted(() => ({ routes: 1, numbers: 0, registered: 0 }))
vi.mock('@/hooks/use-gateway-uses', () => ({
  useGatewayUses: () => ({
    data: [
      { table_name: 'outbound_routes', record_id: 'r', label: 'Emergency', tenant_name: 'Harbor', ...uses },
    ],
  }),
  deleteGateway: vi.fn(),
}))
vi.mock('@/hooks/use-outbound-routes', () => ({ useGateways: () => GATEWAYS }))
vi.mock('@/components/common/reference-select', () => ({
  ReferenceSelect: ({ onChange }: { onChange: (id: string) => void }) =>
    GATEWAYS.map(({ id }) => (
      <button key={id} type="button" onClick={() => onChange(id)}>
        {id}
      </button>
    )),
}))

const opened = (old: Partial<KnownGateway>) =>
  openDialog((onClose) => (
    <DeleteGateway
      resource={gateway}
      row={{ ...of('east', old), version: 1 } as unknown as RecordRow}
      onClose={onClose}
      onDeleted={() => {}}
    />
  ))

test('says of the gateway chosen instead that it may not carry 911, or that it is off', async () => {
  const { user } = opened({})
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'voice-only' }))
  expect(screen.getByRole('alert')).toHaveTextContent('voice-only may not carry 911')
  await user.click(screen.getByRole('button', { name: 'closed' }))
  expect(screen.getByRole('alert')).toHaveTextContent('closed is off')
  await user.click(screen.getByRole('button', { name: 'west' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says nothing of 911 where the gateway to delete does not carry it either', async () => {
  const { user } = opened({ may_carry_emergency: false })
  await user.click(screen.getByRole('button', { name: 'voice-only' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says that others use the gateway, too, where only the first uses are listed', () => {
  const { unmount } = opened({})
  expect(screen.queryByText('and others')).toBeNull()
  unmount()
  uses.numbers = 1500
  opened({})
  expect(screen.getByText('and others')).toBeVisible()
})

test('says how many numbers would have to be registered for 911 with the other carrier', () => {
  const { unmount } = opened({})
  expect(screen.queryByText(/registered for 911/)).toBeNull()
  unmount()
  Object.assign(uses, { numbers: 14, registered: 12 })
  opened({})
  expect(screen.getByText('12 numbers registered for 911 with the carrier of this gateway')).toBeVisible()
})
