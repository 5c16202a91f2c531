import { expect, test } from 'vitest'
import { nextTerms } from '@/lib/search/next-terms'

const hit = (name: string, description = '') => ({ name, description })

test('the character that follows a term in most of its hits is expected first', () => {
  const hits = [
    hit('Harbor Lane Dental'),
    hit('Hart Legal'),
    hit('HARBOR LIGHT', 'harbor-light.pbx.example'),
    hit('Cedar Bay', 'has'),
  ]
  expect(nextTerms('Har', hits)).toEqual(['Harb', 'Hart'])
  expect(nextTerms('ha', hits)).toEqual(['har', 'has'])
})

test('nothing is expected after a term that stands in no hit, or at the end of all', () => {
  expect(nextTerms('harbro', [hit('Harbor Lane Dental')])).toEqual([])
  expect(nextTerms('dental', [hit('Harbor Lane Dental')])).toEqual([])
})

test('after nothing, a letter or a digit is expected', () => {
  expect(nextTerms('', [])).toHaveLength(36)
  expect(nextTerms(' ', [])).toContain('h')
})
