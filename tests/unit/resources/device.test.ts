import { expect, test } from 'vitest'
import { device } from '@/lib/resources/device'

const aLine = (line: number, given = {}) => {
  const plain = { extension_id: crypto.randomUUID(), transport: 'udp', register_expires: 600 }
  return { id: `l${line}`, line, ...plain, ...given }
}
const saved = (vendor: string, model: string, line: number, ...others: ReturnType<typeof aLine>[]) => {
  const device_lines = [aLine(line), ...others]
  const typed = { ...device.blank, mac: '00:0B:82:11:22:33', vendor, model, device_lines }
  return device.schema.safeParse(typed).error?.issues.map(({ path, message }) => [path.join(), message]) ?? []
}

test('a phone has no lines beyond those of its model, which no file would tell it', () => {
  const refused = [['device_lines', 'The HT802 has 2 lines, so no line can have a higher number.']]
  expect(saved('Grandstream', 'HT802', 2)).toEqual([])
  expect(saved('Grandstream', 'HT802', 3)).toEqual(refused)
  expect(saved('Grandstream', 'HT801', 2)).toEqual([
    ['device_lines', 'The HT801 has 1 line, so no line can have a higher number.'],
  ])
  expect(saved('Grandstream', 'another', 12)).toEqual([])
  expect(saved('', '', 12)).toEqual([])
})

test('the lines of a phone that registers them alike have one transport and one expiry', () => {
  const message = 'All lines of the DP752 register alike, so they need the same transport and expiry.'
  const refused = [['device_lines', message]]
  expect(saved('Grandstream', 'DP752', 1, aLine(2), aLine(3))).toEqual([])
  expect(saved('Grandstream', 'DP752', 1, aLine(2), aLine(3, { transport: 'tls' }))).toEqual(refused)
  expect(saved('Grandstream', 'DP752', 1, aLine(2, { register_expires: 120 }))).toEqual(refused)
  expect(saved('Yealink', 'W70B', 1, aLine(2, { transport: 'tls', register_expires: 120 }))).toEqual([])
})
