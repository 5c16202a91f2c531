import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PermissionMatrix } from '@/components/staff/permission-matrix'
import { type Permission, SECTIONS } from '@/lib/session/permissions'
import { ACTION_LABELS, SECTION_ACTIONS, SECTION_LABELS } from '@/lib/staff/permission-labels'
import { EVERY_RIGHT } from '../../support/every-right'

const everything = new Set(EVERY_RIGHT)
const show = (permissions: ReadonlySet<Permission>, onChange = vi.fn()) => {
  render(<PermissionMatrix permissions={permissions} own={everything} onChange={onChange} readOnly={false} />)
  return onChange
}

test('the matrix shows the choices of each section, and no others', () => {
  show(new Set())
  const shown = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label') ?? '')
  expect(shown.filter((label) => !label.endsWith(': everything'))).toEqual(
    SECTIONS.flatMap((section) =>
      SECTION_ACTIONS[section].map((action) => `${SECTION_LABELS[section]}: ${ACTION_LABELS[action]}`),
    ),
  )
})

test('a choice without View ticks View, and clearing View clears its row', async () => {
  const user = userEvent.setup()
  const ticked = show(new Set())
  await user.click(screen.getByRole('checkbox', { name: 'Sales: Edit' }))
  expect([...(ticked.mock.lastCall?.[0] ?? [])].sort()).toEqual(['sales.edit', 'sales.view'])
})
