import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useBusinessZone } from '@/hooks/use-business-day'
import { moveCompany } from '../fake-member'

vi.mock('@/hooks/use-member', () => import('../fake-member'))

test.each([
  ['the company’s', 'Pacific/Auckland', 'Pacific/Auckland'],
  ['UTC where only the database knows the company’s', 'Mars/Olympus_Mons', 'UTC'],
])('the zone of the business day is %s', (_, stored, zone) => {
  moveCompany(stored)
  expect(renderHook(useBusinessZone).result.current).toBe(zone)
})
