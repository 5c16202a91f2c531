import { describe, expect, test } from 'vitest'
import { type PipelineCard, type PipelineColumn, withMoved } from '@/lib/sales/pipeline'
import { STAGES, type Stage } from '@/lib/sales/stages'

const card = (id: string, status: Stage, amount: number): PipelineCard => ({
  id,
  name: id,
  status,
  amount,
  close_date: null,
  probability: 10,
  version: 1,
  company_id: 'c',
  company_name: 'Company',
  owner_name: null,
})

const board = (cards: PipelineCard[]): PipelineColumn[] =>
  STAGES.map(({ value }) => {
    const own = cards.filter(({ status }) => status === value)
    const amount = own.reduce((sum, one) => sum + one.amount, 0)
    return { stage: value, count: own.length, amount, weighted: 0, cards: own }
  })

describe('a card that is moved', () => {
  const before = board([card('a', 'lead', 0.1), card('b', 'lead', 0.2), card('c', 'proposal', 0.7)])

  test('moves to the top of its new column with its amount', () => {
    const after = withMoved(before, 'b', 'proposal')
    expect(after.find(({ stage }) => stage === 'lead')).toMatchObject({
      count: 1,
      amount: 0.1,
      cards: [{ id: 'a' }],
    })
    expect(after.find(({ stage }) => stage === 'proposal')).toMatchObject({
      count: 2,
      amount: 0.9,
      cards: [{ id: 'b', status: 'proposal' }, { id: 'c' }],
    })
  })

  test('changes nothing when it is there already, or not on the board', () => {
    expect(withMoved(before, 'a', 'lead')).toEqual(before)
    expect(withMoved(before, 'unknown', 'won')).toEqual(before)
  })
})
