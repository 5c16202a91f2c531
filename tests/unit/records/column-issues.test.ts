import { describe, expect, test } from 'vitest'
import type { RecordValues } from '@/lib/records/field'
import { issuesOf, type Resource } from '@/lib/records/resource'
import { numberInStock } from '@/lib/resources/number'
import { ringGroup } from '@/lib/resources/ring-group'
import { service } from '@/lib/resources/service'
import { taxJurisdiction } from '@/lib/resources/tax-jurisdiction'
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

  test('refuses a tag that a file would read as two', () => {
    expect(issuesOf(numbers, { tags: ['VIP', 'gold'] })).toEqual([])
    expect(issuesOf(numbers, { tags: ['VIP; gold'] })).toEqual([
      { column: 'tags', message: 'A semicolon separates tags in files; leave it out.' },
    ])
  })

  test('says what is wrong with a number', () => {
    const said = (resource: unknown, values: RecordValues) =>
      issuesOf(resource as Resource, values).map(({ message }) => message)
    expect(said(ringGroup, { call_timeout: 2.5 })).toEqual(['Enter a whole number.'])
    expect(said(ringGroup, { call_timeout: 0 })).toEqual(['Between 1 and 600 seconds.'])
    expect(said(numbers, { monthly_cost: 2.5 })).toEqual([])
    expect(said(numbers, { monthly_cost: -1 })).toEqual(['Between 0 and 99,999 US dollars.'])
    expect(said(service, { monthly_price: 19.99, one_off_price: 9_999_999 })).toEqual([])
    for (const monthly_price of [0.005, 0.004, 19.995])
      expect(said(service, { monthly_price })).toEqual(['At most 2 decimals.'])
    expect(said(taxJurisdiction, { percent: 8.8125 })).toEqual([])
    expect(said(taxJurisdiction, { percent: 8.81255 })).toEqual(['At most 4 decimals.'])
  })

  test('reports nothing if the other columns are unknown', () => {
    expect(issuesOf(timeCondition as unknown as Resource, { enabled: true })).toEqual([])
  })
})
