import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SectionNav } from '@/components/shell/section-nav'
import { grant } from '../fake-member'
import { layOut } from '../ui/strip-layout'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('next/router', () => ({ useRouter: () => ({ pathname: '/app/sales/services' }) }))

test('the current page of a section is scrolled into view sideways, and the page stays where it is', () => {
  grant('sales', 'view')
  const page = layOut(100, { Pipeline: 60, Services: 80 })
  render(
    <SectionNav
      label="Sales"
      pages={[
        { href: '/app/sales', label: 'Pipeline', section: 'sales' },
        { href: '/app/sales/services', label: 'Services', section: 'sales' },
      ]}
    />,
  )
  expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName('Services')
  expect(screen.getByRole('navigation').scrollLeft).toBe(40)
  expect(page).not.toHaveBeenCalled()
})
