import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SetupReportView } from '@/components/tenants/setup-report-view'

const REPORT = { id: '', made: { extensions: 2 }, changed: [], problems: [] }

const notCopied = () => within(screen.getByRole('region', { name: 'Not copied' }))

test('what a template gives names the site’s networks and locations among what is not copied, and what is to be checked', () => {
  render(<SetupReportView report={REPORT} from="tenant" />)
  expect(notCopied().getByText('Addresses that phones register from')).toBeVisible()
  expect(notCopied().getByText('Locations of extensions')).toBeVisible()
  expect(notCopied().getByText(/^First and last names .* agents$/)).toBeVisible()
  expect(notCopied().getByText('External numbers in ring groups')).toBeVisible()
  expect(notCopied().getByText('Blocked callers, and block rules of single extensions')).toBeVisible()
  expect(
    screen.getByText(/^Check these copied settings.* area code, outbound proxy and voice VLAN/),
  ).toBeVisible()
})

test('a tenant from a file keeps them', () => {
  render(<SetupReportView report={REPORT} from="file" />)
  expect(notCopied().queryByText(/register from|names|Locations|Outside|Blocked/)).toBeNull()
  expect(screen.queryByText(/Check these copied settings/)).toBeNull()
})
