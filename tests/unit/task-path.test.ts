import { expect, test } from 'vitest'
import { type Task, taskPath } from '@/lib/notes/tasks'
import type { Permission } from '@/lib/session/permissions'

const task = { company_id: 'c1', opportunity_id: null, subject_id: 'c1' } as Task

test.each<[Permission[], string]>([
  [['customers.view'], '/customers/c1'],
  [['customers.view', 'sales.view'], '/customers/c1'],
  [['sales.view'], '/app/sales/companies?record=c1'],
])('a task about a company leads who has %s to %s', (permissions, path) => {
  expect(taskPath(new Set(permissions), task)).toBe(path)
})
