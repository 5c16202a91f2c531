import { describe, expect, test } from 'vitest'
import { moveCard, type PipelineCard, type PipelineColumn, placeOf } from '@/lib/sales/pipeline'
import { type Stage, STAGES } from '@/lib/sales/stages'

const card = (id: string, status: Stage, amount: number, day = 1): PipelineCard => ({
  id,
  name: id,
  status,
  amount,
  close_date: null,
  probability: 10,
  version: 1,
  created_at: `2026-01-0${day}T00:00:00Z`,
  company_id: 'c',
  company_name: 'Company',
  owner_name: null,
})

const board = (cards: PipelineCard[]): PipelineColumn[] =>
  STAGES.map(({ value }) => {
    const own = cards.filter(({ status }) => status === value)
    const amount = own.reduce((sum, one) => sum + one.amount, 0)
    return { stage: value, count: own.length, archived: 0, amount, weighted: 0, cards: own }
  })

describe('dragging a card', () => {
  const before = board([card('a', 'lead', 0.1), card('b', 'lead', 0.2), card('c', 'proposal', 0.7)])

  test('moves it to its new column with its amount', () => {
    const after = moveCard(before, 'b', 'proposal')
    // At the version the save makes, so that the next move does not conflict.
    const card = before.flatMap(({ cards }) => cards).find(({ id }) => id === 'b')
    expect(after.flatMap(({ cards }) => cards).find(({ id }) => id === 'b')?.version).toBe(
      (card?.version ?? 0) + 1,
    )
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

  test('places it by age, newest first', () => {
    const others = [card('x', 'won', 1, 5), card('y', 'won', 1, 3)]
    expect([6, 4, 2].map((day) => placeOf(card('z', 'lead', 1, day), others))).toEqual([0, 1, 2])
    const moved = moveCard(board([...others, card('z', 'lead', 1, 4)]), 'z', 'won')
    expect(moved.find(({ stage }) => stage === 'won')?.cards.map(({ id }) => id)).toEqual(['x', 'z', 'y'])
  })

  test('changes nothing if it is already there, or not on the board', () => {
    expect(moveCard(before, 'a', 'lead')).toEqual(before)
    expect(moveCard(before, 'unknown', 'won')).toEqual(before)
  })
})
