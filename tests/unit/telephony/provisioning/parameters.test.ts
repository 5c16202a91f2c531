import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PHONE_MODELS } from '@/lib/telephony/provisioning/models'
import { parametersOf } from './all-parameters'

function comparedOf(vendor: string, model: string): Map<string, string> {
  const file = new URL(`./parameters/${vendor.toLowerCase()}.tsv`, import.meta.url)
  const [, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return new Map(
    rows
      .map((row) => row.split('\t'))
      .filter(([, , , models = '']) => models.split(', ').includes(model))
      .map(([parameter = '', meaning = '']) => [parameter, meaning]),
  )
}

test.each(PHONE_MODELS)(
  'every parameter of the $vendor $name was checked against public templates',
  (model) => {
    const compared = comparedOf(model.vendor, model.name)
    const written = parametersOf(model)
    expect(written.filter((name) => !compared.has(name))).toEqual([])
    expect([...compared.keys()].toSorted()).toEqual(written)
  },
)

describe('the keys of a Grandstream phone', () => {
  const meaning = (model: string, parameter: string) => comparedOf('Grandstream', model).get(parameter)

  test.each([
    ['GRP2614', 'P323', 'labeled key 1: function'],
    ['GRP2614', 'P301', 'labeled key 1: account'],
    ['GRP2614', 'P329', 'labeled key 7: function'],
    ['GRP2614', 'P353', 'labeled key 8: function'],
    ['GRP2614', 'P1440', 'labeled key 19: function'],
    ['GXP2130', 'P356', 'labeled key 8: value'],
    ['GXP2160', 'P1443', 'labeled key 19: value'],
    ['GRP2612', 'P1363', 'key 1 beside the screen: function'],
    ['HT802', 'P747', 'port 2: server'],
  ])('on a %s use %s for the %s', (model, parameter, what) => {
    expect(meaning(model, parameter)).toBe(what)
  })
})
