import { describe, expect, test } from 'vitest'
import { issuesOf, type Resource } from '@/lib/records/resource'
import { numberInStock } from '@/lib/resources/number'
import { timeCondition } from '@/lib/resources/time-condition'

const numbers = numberInStock as unknown as Resource

describe('validating some columns of a record', () => {
  test('lists the problems of each column', () => {
    const [number, carrier] = ['620-555', 'x'.repeat(65)]
    expect(issuesOf(numbers, { number, carrier }).map(({ column }) => column)).toEqual(['number', 'carrier'])
    expect(issuesOf(numbers, { number })).toEqual([
      { column: 'number', message: 'Enter a valid phone number.' },
    ])
  })

  test('reports required columns that are empty', () => {
    expect(issuesOf(numbers, { status: null })).toEqual([
      { column: 'status', message: 'Fill in this field.' },
    ])
  })

  test('reports nothing if the other columns are unknown', () => {
    expect(issuesOf(timeCondition as unknown as Resource, { enabled: true })).toEqual([])
  })
})
