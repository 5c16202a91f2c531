import { expect, test, vi } from 'vitest'
import { recordAnswers } from '@/lib/telephony/emergency-registration'

test('a carrier’s answer that another save prevents is reported in words for users', async () => {
  const failed = { id: 'd2', code: '40P01', message: 'deadlock detected', details: '' }
  const rpc = vi.fn(async () => ({ data: [failed], error: null, status: 200 }))
  const rows = ['d1', 'd2'].map((id) => ({ id, version: 3, tenant_id: 't1' }))
  const failures = await recordAnswers({ rpc } as never, rows as never, 'confirmed')
  expect([...failures]).toEqual([['d2', 'The server is busy. Nothing was changed; try again in a moment.']])
})
