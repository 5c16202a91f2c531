import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CompanyFinder, FoundCompany } from '@/components/sales/company-finder'
import type { Company } from '@/lib/live/sources'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('next/router', async () => ({ useRouter: (await import('../search/fakes')).useRouter }))
vi.mock('@/components/search/company-name-overlay', () => ({
  CompanyNameOverlay: () => <div role="dialog" />,
}))

const company = { id: 'c1', name: 'Harbor Dental', tenant_code: 'harbor', domain_uuid: 't1' } as Company

test.each([
  ['leads to its tenant', 'tenants', 1],
  ['names its tenant for users who may not open it', 'sales', 0],
] as const)('a company that was found %s', (_, section, links) => {
  grant(section, 'view')
  open(<FoundCompany company={company} />)
  expect(screen.getByText('harbor')).toBeVisible()
  expect(screen.queryAllByRole('link', { name: 'harbor' })).toHaveLength(links)
})

test('a company that was found shows its phone number with the extension', () => {
  open(<FoundCompany company={{ ...company, phone: '+12075550177;ext=12' }} />)
  expect(screen.getByText('(207) 555-0177 ext. 12')).toBeVisible()
})

test('the search by name is closed by Back, even if only the query changes', async () => {
  const { user } = open(<CompanyFinder onFound={vi.fn()} />)
  await user.click(screen.getByRole('button', { name: 'Find a company' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
